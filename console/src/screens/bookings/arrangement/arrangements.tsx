import type { ArrangementChange, ArrangementVersion } from '@exam/contract/entities';
import { formatMoney } from '@exam/contract/rules';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { InstantText, Table } from '@exam/ui/parts';
import { bookingsWords } from '../../../messages/bookings.ts';
import { Facts, Money, Section, typed } from '../../../page/index.ts';
import type { Booking } from '../types.ts';

/** The arrangement that counts, what it changed, and those before it. */
export function Arrangements({ booking }: { booking: Booking }) {
  const words = useMessages(bookingsWords);
  const [current, ...earlier] = booking.versions;
  return (
    <Section title={words.arrangement}>
      {current === undefined ? (
        <p className="text-ink-2">{words.notArranged}</p>
      ) : (
        <>
          <Version version={current} />
          {earlier.length > 0 && (
            <details className="mt-4">
              <summary className="cursor-pointer font-semibold">{words.earlier}</summary>
              {earlier.map((version) => (
                <div key={version.version} className="mt-4">
                  <Version version={version} />
                </div>
              ))}
            </details>
          )}
        </>
      )}
    </Section>
  );
}

function Version({ version }: { version: ArrangementVersion }) {
  const words = useMessages(bookingsWords);
  const formats = useFormats();
  return (
    <>
      <h3 className="mb-2">{words.versionNumber(version.version)}</h3>
      <Facts
        items={[
          { term: words.issuedAt, detail: <InstantText at={version.issuedAt} /> },
          { term: words.payBy, detail: <InstantText at={version.payEndDate} /> },
          { term: words.amount, detail: <Money fen={version.amount} /> },
          { term: words.note, detail: typed(version.note) },
          { term: words.granted, detail: typed(version.arrangementGranted) },
        ]}
      />
      <div className="mt-3">
        <Table
          caption={words.versionNumber(version.version)}
          rows={version.subjectInfos.map((paper, index) => ({ ...paper, index }))}
          rowKey={(paper) => String(paper.index)}
          columns={[
            { key: 'subject', header: words.change.subject, cell: (paper) => typed(paper.subject) },
            {
              key: 'when',
              header: words.change.testDate,
              cell: (paper) => `${formats.date(paper.testDate)} ${formats.times(paper.startTime, paper.endTime)}`,
            },
            {
              key: 'where',
              header: words.change.venue,
              cell: (paper) => [paper.city, paper.venue?.name].filter(Boolean).join(' · '),
            },
            { key: 'total', header: words.change.total, end: true, cell: (paper) => <Money fen={paper.total} /> },
          ]}
        />
      </div>
      <Changes changes={version.changes} />
    </>
  );
}

function Changes({ changes }: { changes: readonly ArrangementChange[] }) {
  const words = useMessages(bookingsWords);
  const formats = useFormats();
  if (changes.length === 0) return null;
  const shown = (field: ArrangementChange['field'], value: string | null) => {
    if (value === null) return words.none;
    if (field === 'total') return formatMoney(Number(value));
    if (field === 'payEndDate') return formats.instant(value);
    return field === 'testDate' ? formats.date(value) : value;
  };
  return (
    <div className="mt-3">
      <h4>{words.changed}</h4>
      <ul className="list-disc ps-5">
        {changes.map(({ field, paper, before, after }, at) => (
          <li key={`${field}-${paper ?? ''}-${at}`}>
            {paper === null ? '' : `${words.paperNumber(paper + 1)} · `}
            {words.change[field]}
            {': '}
            {words.fromTo(shown(field, before), shown(field, after))}
          </li>
        ))}
      </ul>
    </div>
  );
}
