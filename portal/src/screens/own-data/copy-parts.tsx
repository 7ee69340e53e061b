import type { OwnCopy } from '@exam/contract/entities';
import { copyParts, formatMoney, type CopyField } from '@exam/contract/rules';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { ownDataWords } from '../../messages/own-data.ts';
import { copyWords } from '../../messages/privacy-copy.ts';
import { ruleWords } from '../../messages/rules.ts';
import { AnswerList } from '../../page/answer-list.tsx';
import { Nested } from './nested.tsx';

/** Every part that holds something, folded, each entry as terms and details. On paper every part is open. */
export function CopyParts({ copy }: { copy: OwnCopy }) {
  const names = useMessages(copyWords);
  const words = useMessages(ownDataWords).copy;
  const list = useRef<HTMLDivElement>(null);
  useOpenOnPaper(list);
  return (
    <div ref={list} className="my-6">
      {copy.parts
        .filter(({ rows }) => rows.length > 0)
        .map(({ name, rows, recordCount }) => (
          <details key={name} className="card my-3 px-5 py-2">
            <summary className="min-h-11 cursor-pointer py-2">
              <h2 className="inline text-xl">{names.parts[name]}</h2>{' '}
              <span className="text-ink-2">{words.rows(rows.length)}</span>
            </summary>
            {recordCount > rows.length && <p className="mt-2">{words.newest(rows.length, recordCount)}</p>}
            <ol className="mt-2 mb-3 grid gap-5">
              {rows.map((row, index) => (
                <li key={index} className="border-t border-line pt-3">
                  <Entry fields={copyParts[name]} row={row} />
                </li>
              ))}
            </ol>
          </details>
        ))}
    </div>
  );
}

/** Opens what is folded while the page is printed: nothing of a copy may be missing on paper. */
function useOpenOnPaper(list: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const folded: HTMLDetailsElement[] = [];
    const open = () => {
      folded.push(...(list.current?.querySelectorAll<HTMLDetailsElement>('details:not([open])') ?? []));
      for (const part of folded) part.open = true;
    };
    const fold = () => {
      for (const part of folded.splice(0)) part.open = false;
    };
    window.addEventListener('beforeprint', open);
    window.addEventListener('afterprint', fold);
    return () => {
      window.removeEventListener('beforeprint', open);
      window.removeEventListener('afterprint', fold);
    };
  }, [list]);
}

function Entry({ fields, row }: { fields: readonly CopyField[]; row: Readonly<Record<string, unknown>> }) {
  const names = useMessages(copyWords);
  const shown = fields.filter((field) => !isNothing(row[field]));
  return (
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2 lg:grid-cols-3">
      {shown.map((field) => (
        <div key={field} className={typeof row[field] === 'object' ? 'min-w-0 sm:col-span-full' : 'min-w-0'}>
          <dt className="text-sm text-ink-2">{names.fields[field]}</dt>
          <dd className="break-words">
            <Value field={field} value={row[field]} />
          </dd>
        </div>
      ))}
    </dl>
  );
}

function isNothing(value: unknown): boolean {
  return value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const isInstant = (text: string) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text);
const isDate = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text);

/** Times, dates, money and codes in words; what somebody wrote as it was written; forms in the words in which they were asked. */
function Value({ field, value }: { field: CopyField; value: unknown }): ReactNode {
  const words = useMessages(ownDataWords).copy;
  const { formFields } = useMessages(ruleWords).fields;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value === 'number') return /amount$/i.test(field) ? formatMoney(value) : value;
  if (isRecord(value) && field === 'formJson' && Object.keys(value).every((name) => Object.hasOwn(formFields, name)))
    return <AnswerList answers={value} />;
  if (typeof value === 'object') return <Nested value={value} />;
  return <Text field={field} text={typeof value === 'string' ? value : ''} />;
}

function Text({ field, text }: { field: CopyField; text: string }): ReactNode {
  const { codes, events } = useMessages(copyWords);
  const formats = useFormats();
  const known = new Map<string, string>(Object.entries(field === 'event' ? { ...codes, ...events } : codes));
  if (isInstant(text)) return formats.instant(text);
  if (isDate(text)) return formats.date(text);
  return known.get(text) ?? <span translate="no">{text}</span>;
}
