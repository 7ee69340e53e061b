import type { OwnCopy } from '@exam/contract/entities';
import { type CopyField, copyParts } from '@exam/contract/rules';
import { formatMoney, useFormats, useMessages } from '@exam/ui/i18n';
import type { ReactNode } from 'react';
import { ownDataWords } from '../../messages/own-data.ts';
import { copyWords } from '../../messages/privacy-copy.ts';

/** Every part that holds something, each entry as terms and details. */
export function CopyParts({ copy }: { copy: OwnCopy }) {
  const names = useMessages(copyWords);
  const words = useMessages(ownDataWords).copy;
  return copy.parts
    .filter(({ rows }) => rows.length > 0)
    .map(({ name, rows }) => (
      <section key={name} className="card my-6 p-5" aria-label={names.parts[name]}>
        <h2 className="text-xl">{names.parts[name]}</h2>
        <p className="mb-3 text-ink-2">{words.rows(rows.length)}</p>
        <ol className="grid gap-5">
          {rows.map((row, index) => (
            <li key={index} className="border-t border-line pt-3">
              <Entry fields={copyParts[name]} row={row} />
            </li>
          ))}
        </ol>
      </section>
    ));
}

function Entry({ fields, row }: { fields: readonly CopyField[]; row: Readonly<Record<string, unknown>> }) {
  const names = useMessages(copyWords);
  const shown = fields.filter((field) => !isNothing(row[field]));
  return (
    <dl className="grid gap-x-6 gap-y-2 sm:grid-cols-2 lg:grid-cols-3">
      {shown.map((field) => (
        <div key={field} className="min-w-0">
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

const isInstant = (text: string) => /^\d{4}-\d\d-\d\dT[\d:.]+Z$/.test(text);
const isDate = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text);

/** Times, dates, money and codes in words; what somebody wrote as it was written; forms as they were stored. */
function Value({ field, value }: { field: CopyField; value: unknown }): ReactNode {
  const words = useMessages(ownDataWords).copy;
  const names = useMessages(copyWords);
  const formats = useFormats();
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value === 'number') return /amount$/i.test(field) ? formatMoney(value) : value;
  if (typeof value === 'object')
    return (
      <pre className="overflow-x-auto text-sm whitespace-pre-wrap" translate="no">
        {JSON.stringify(value, null, 1)}
      </pre>
    );
  const text = typeof value === 'string' ? value : '';
  if (isInstant(text)) return formats.instant(text);
  if (isDate(text)) return formats.date(text);
  return Object.hasOwn(names.codes, text) ? names.codes[text] : <span translate="no">{text}</span>;
}
