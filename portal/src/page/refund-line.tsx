import { chinaDateOf, type RefundOutlook } from '@exam/contract/rules';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { refundLineWords } from '../messages/refund-line.ts';

/**
 * What a cancellation would give back, and until when, beside every price that is about to be paid.
 * @param outlook null says that nothing comes back
 */
export function RefundLine({ outlook, className = '' }: { outlook: RefundOutlook; className?: string }) {
  const words = useMessages(refundLineWords);
  const formats = useFormats();
  if (outlook === null) return <span className={`block text-sm font-bold ${className}`}>{words.none}</span>;
  // The last moment that counts, which is the end of a day or a time of it.
  const last = new Date(Date.parse(outlook.until) - 1).toISOString();
  const isDayEnd = chinaDateOf(last) !== chinaDateOf(outlook.until);
  const time = isDayEnd ? words.endOf(formats.date(chinaDateOf(last))) : formats.instant(last);
  const back = { time, amount: formats.money(outlook.amount) };
  return (
    <span className={`block text-sm text-ink-2 ${className}`}>
      {outlook.documentsRequired ? words.withProof(back) : words.back(back)}
    </span>
  );
}
