import { chinaDateOf, type RefundOutlook } from '@exam/contract/rules';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { refundLineWords } from '../messages/refund-line.ts';

/**
 * What a cancellation would give back, and until when, beside every price that is about to be paid.
 * @param props.outlook null says that nothing comes back
 * @param props.isShort for lists: the day alone
 */
export function RefundLine(props: { outlook: RefundOutlook; className?: string; isShort?: boolean }) {
  const { outlook, className = '', isShort = false } = props;
  const words = useMessages(refundLineWords);
  const formats = useFormats();
  if (outlook === null) return <span className={`block text-sm font-bold ${className}`}>{words.none}</span>;
  // The last moment that counts, which is the end of a day or a time of it.
  const last = new Date(Date.parse(outlook.until) - 1).toISOString();
  const isDayEnd = chinaDateOf(last) !== chinaDateOf(outlook.until);
  const time = isDayEnd ? words.endOf(formats.date(chinaDateOf(last))) : formats.instant(last);
  const amount = formats.money(outlook.amount);
  const [, month = '', day = ''] = chinaDateOf(last).split('-');
  if (isShort)
    return (
      <span className={`text-sm text-ink-2 ${className}`}>
        {words.short({ month: Number(month), day: Number(day), amount })}
      </span>
    );
  const back = { time, amount };
  return (
    <span className={`block text-sm text-ink-2 ${className}`}>
      {outlook.documentsRequired ? words.withProof(back) : words.back(back)}
    </span>
  );
}
