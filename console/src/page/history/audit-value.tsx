import { auditFieldOf, notKept } from '@exam/contract/staff/audit';
import { formatMoney } from '@exam/contract/rules';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { Typed } from '@exam/ui/parts';
import type { ReactNode } from 'react';
import { auditWords } from '../../messages/audit.ts';
import { wordOf } from '../words.tsx';

const shownAtMost = 12;

/**
 * A value that the audit kept, as people read it: codes in words, instants and sums as everywhere, what somebody typed as theirs. A value
 * under a name that is not known is shown as it was recorded.
 * @param props.none shown where there is no value
 */
export function AuditValue(props: { field: string; value: unknown; none?: string }): ReactNode {
  const { field, value, none = '–' } = props;
  const words = useMessages(auditWords);
  if (value === null || value === undefined || value === '') return none;
  if (Array.isArray(value)) return <Several field={field} values={value} none={none} />;
  if (typeof value === 'boolean') return value ? words.yes : words.no;
  if (typeof value === 'object') return <Within field={field} values={value} none={none} />;
  return typeof value === 'string' || typeof value === 'number' ? <Single field={field} value={String(value)} /> : none;
}

function Several({ field, values, none }: { field: string; values: readonly unknown[]; none: string }) {
  const words = useMessages(auditWords);
  const rest = values.length - shownAtMost;
  return (
    <>
      {values.slice(0, shownAtMost).map((each, at) => (
        <span key={`${at}-${field}`} className="block">
          <AuditValue field={field} value={each} none={none} />
        </span>
      ))}
      {rest > 0 && words.more(rest)}
    </>
  );
}

function Single({ field, value }: { field: string; value: string }) {
  const words = useMessages(auditWords);
  const formats = useFormats();
  const kind = auditFieldOf(field)?.kind ?? 'raw';
  if (value === notKept) return words.notKept;
  if (kind === 'code') return wordOf(words.codes, value);
  if (kind === 'fen' || kind === 'sums') return formatMoney(Number(value));
  if (kind === 'instant') return formats.instant(value);
  if (kind === 'date') return formats.date(value);
  return kind === 'typed' || kind === 'sign' ? <Typed>{value}</Typed> : <Recorded value={value} />;
}

/** Values of their own under one name: a paper of a session, a proposal's payload; sums by the id of what they are for. */
function Within({ field, values, none }: { field: string; values: object; none: string }) {
  const words = useMessages(auditWords);
  const kind = auditFieldOf(field)?.kind;
  if (kind === 'sums')
    return Object.entries(values).map(([id, fen]) => (
      <span key={id} className="block">
        {formatMoney(Number(fen))}
      </span>
    ));
  if (kind !== 'part') return <Recorded value={JSON.stringify(values)} />;
  return Object.entries(values).map(([name, value]) => (
    <span key={name} className="block">
      {wordOf(words.fields, auditFieldOf(name)?.name ?? name)}
      {': '}
      <AuditValue field={name} value={value} none={none} />
    </span>
  ));
}

/** As it was written into the record, for whoever has to compare. */
function Recorded({ value }: { value: string }) {
  return (
    <code lang="en" translate="no" className="text-sm break-all">
      {value}
    </code>
  );
}
