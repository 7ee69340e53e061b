import type { ArrangementChange } from '@exam/contract/entities';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { Card, InstantText, Money, Table } from '@exam/ui/parts';
import { bookingWords } from '../../messages/booking.ts';
import { Papers } from './arrangement.tsx';
import type { Booking } from './booking-data.ts';

type Version = Booking['versions'][number];

/** What the newest arrangement changed; nothing while there is one arrangement only, or nothing left to decide. */
export function ChangesCard({ booking }: { booking: Booking }) {
  const words = useMessages(bookingWords).changes;
  const [version, before] = booking.versions;
  if (version === undefined || before === undefined) return null;
  if (booking.bookingStatus !== 'ToBeConfirmedUpdate') return null;
  return (
    <Card>
      <h2 className="text-xl">{words.title}</h2>
      <p className="mb-3 text-ink-2">{words.since(before.version)}</p>
      <Changes version={version} />
    </Card>
  );
}

/** The differences of a version from the one before, paper by paper. */
function Changes({ version }: { version: Version }) {
  const words = useMessages(bookingWords).changes;
  if (version.changes.length === 0) return <p>{words.none}</p>;
  const whatOf = ({ field, paper }: ArrangementChange) =>
    paper === null ? words.fields[field] : `${words.paper(paper + 1)} · ${words.fields[field]}`;
  return (
    <Table
      caption={words.title}
      rows={version.changes}
      rowKey={(change) => `${change.paper} ${change.field}`}
      columns={[
        { key: 'what', header: words.what, cell: whatOf },
        {
          key: 'before',
          header: words.before,
          cell: (change) => <Value field={change.field} value={change.before} isOld />,
        },
        { key: 'after', header: words.after, cell: (change) => <Value field={change.field} value={change.after} /> },
      ]}
    />
  );
}

function Value(props: { field: ArrangementChange['field']; value: string | null; isOld?: boolean }) {
  const { field, value, isOld = false } = props;
  const formats = useFormats();
  if (value === null) return <span aria-hidden="true">–</span>;
  const text = () => {
    if (field === 'total') return <Money fen={Number(value)} />;
    if (field === 'payEndDate') return formats.deadline(value);
    return field === 'testDate' ? formats.longDate(value) : value;
  };
  return isOld ? <del className="text-ink-2">{text()}</del> : <ins className="font-bold no-underline">{text()}</ins>;
}

/** The arrangements before the one that counts, each to be opened, and what each changed. */
export function EarlierVersions({ booking }: { booking: Booking }) {
  const words = useMessages(bookingWords);
  const formats = useFormats();
  const earlier = booking.versions.slice(1);
  if (earlier.length === 0) return null;
  return (
    <Card>
      <h2 className="mb-2 text-xl">{words.versions.title}</h2>
      {earlier.map((version) => (
        <details key={version.version} className="border-t border-line py-2">
          <summary className="min-h-11 cursor-pointer py-2">
            {words.versions.version({ version: version.version, time: formats.instant(version.issuedAt) })}
          </summary>
          <Papers version={version} />
          <p className="mt-2 text-ink-2">{words.payBy(formats.deadline(version.payEndDate))}</p>
        </details>
      ))}
    </Card>
  );
}

/** What has happened to the booking, oldest first. */
export function History({ booking }: { booking: Booking }) {
  const words = useMessages(bookingWords);
  const names: Readonly<Record<string, string>> = words.events;
  const entries = booking.timeline.filter((entry) => names[entry.event] !== undefined);
  if (entries.length === 0) return null;
  return (
    <Card>
      <h2 className="mb-3 text-xl">{words.timeline}</h2>
      <ol className="ml-1.5 border-l-2 border-line">
        {entries.map((entry) => (
          <li key={`${entry.event} ${entry.at}`} className="relative pb-4 pl-5 last:pb-0">
            <span className="absolute top-1.5 -left-1.75 size-3 rounded-full bg-jade" aria-hidden="true" />
            <p className="font-bold">{names[entry.event]}</p>
            <p className="text-sm text-ink-2">
              <InstantText at={entry.at} />
            </p>
          </li>
        ))}
      </ol>
    </Card>
  );
}
