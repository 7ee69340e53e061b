import { formatMoney } from '@exam/contract/rules';
import { useMessages } from '@exam/ui/i18n';
import { moneyWords } from '../../../messages/money.ts';
import { wordOf } from '../../../page/index.ts';

/** The detail of an exception: `#marks` in words, `=1450` as money, numbers of the channels as they are (`exceptionMarks`). */
export function ExceptionDetail({ detail }: { detail: string }) {
  const words = useMessages(moneyWords);
  const parts = detail.split(' ').map((part) => {
    if (part.startsWith('#')) return wordOf(words.marks, part.slice(1));
    return /^=\d+$/.test(part) ? formatMoney(Number(part.slice(1))) : part;
  });
  return (
    <span translate="no" className="break-words">
      {parts.join(' ')}
    </span>
  );
}
