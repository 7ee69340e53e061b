import { createContext, use, useState, type ReactNode } from 'react';
import { chinaDateOf, formatMoney } from '@exam/contract/rules';
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

/** The year that a dense list need not say; null where dates are written out. */
const YearLeftOut = createContext<number | null>(null);

/** Dates and instants in here are short, `Thu 28 Dec`, with the year only when it is another than this one in China: for dense lists. */
export function ShortDates({ children }: { children: ReactNode }) {
  const [year] = useState(() => Number(chinaDateOf(new Date().toISOString()).slice(0, 4)));
  return <YearLeftOut value={year}>{children}</YearLeftOut>;
}

/** A China date `yyyy-mm-dd`, with its weekday unless told otherwise; short within `ShortDates`. */
export function DateText({ date, weekday = true }: { date: string; weekday?: boolean }) {
  const formats = useFormats();
  const year = use(YearLeftOut);
  const text = year !== null ? formats.shortDate(date, year) : weekday ? formats.longDate(date) : formats.date(date);
  return <time dateTime={date}>{text}</time>;
}

/** An ISO instant as date and time in China; short within `ShortDates`. */
export function InstantText({ at }: { at: string }) {
  const formats = useFormats();
  const year = use(YearLeftOut);
  return <time dateTime={at}>{year === null ? formats.instant(at) : formats.shortInstant(at, year)}</time>;
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
