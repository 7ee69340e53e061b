import { useState, type ReactNode } from 'react';
import { chinaDateOf, formatMoney } from '../i18n/format.ts';
import { useFormats, useMessages } from '../i18n/language.tsx';
import { uiWords } from '../messages/index.ts';
import { Button } from './button.tsx';

/** Terms and what they are, one line each; an item without a detail is left out. */
export function DescriptionList({ items }: { items: readonly { term: string; detail: ReactNode }[] }) {
  return (
    <dl className="details">
      {items
        .filter((item) => item.detail !== null && item.detail !== undefined && item.detail !== '')
        .map((item) => (
          <div key={item.term}>
            <dt>{item.term}</dt>
            <dd>{item.detail}</dd>
          </div>
        ))}
    </dl>
  );
}

/** Integer fen as `¥1,500.00`. */
export function Money({ fen, className = '' }: { fen: number; className?: string }) {
  return <span className={`tabular-nums whitespace-nowrap ${className}`}>{formatMoney(fen)}</span>;
}

/** A China date `yyyy-mm-dd`, with its weekday unless told otherwise. */
export function DateText({ date, weekday = true }: { date: string; weekday?: boolean }) {
  const formats = useFormats();
  return <time dateTime={date}>{weekday ? formats.longDate(date) : formats.date(date)}</time>;
}

/** An ISO instant as date and time in China. */
export function InstantText({ at }: { at: string }) {
  const formats = useFormats();
  return <time dateTime={at}>{formats.instant(at)}</time>;
}

/** A deadline: weekday, date, time and "China time". */
export function Deadline({ at }: { at: string }) {
  const formats = useFormats();
  return (
    <time dateTime={at} data-date={chinaDateOf(at)}>
      {formats.deadline(at)}
    </time>
  );
}

/** A code that people carry elsewhere, with a button that copies it. */
export function CopyCode({ code, label }: { code: string; label: string }) {
  const words = useMessages(uiWords);
  const [copied, setCopied] = useState(false);
  const copy = () => {
    navigator.clipboard.writeText(code).then(
      () => {
        setCopied(true);
        setTimeout(() => setCopied(false), 2000);
      },
      () => undefined,
    );
  };
  return (
    <span className="inline-flex flex-wrap items-center gap-2">
      <code className="font-mono">{code}</code>
      <Button variant="quiet" small className="no-print" aria-label={`${words.copy} ${label}`} onClick={copy}>
        {copied ? words.copied : words.copy}
      </Button>
      <output className="sr-only">{copied ? words.copied : ''}</output>
    </span>
  );
}
