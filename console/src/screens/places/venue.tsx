import { chinaDateOf } from '@exam/contract/rules';
import type { StaffReply } from '@exam/contract/staff/client';
import { useParams } from '@exam/ui/app';
import { useMessages } from '@exam/ui/i18n';
import { Button, Link } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { staffApi } from '../../app/api.ts';
import { useMay } from '../../app/session.ts';
import { placesWords } from '../../messages/places.ts';
import { Facts, Loaded, objectKey, PageHead, Section, typed } from '../../page/index.ts';
import { VenueDialog } from './venue-dialog.tsx';

type Known = StaffReply<'places.venue'>;

/** One venue with its rooms. */
export function Venue() {
  const { id = '' } = useParams();
  const query = useQuery({
    queryKey: objectKey('venue', id),
    queryFn: ({ signal }) => staffApi('places.venue', { params: { id } }, { signal, isQuiet: true }),
  });
  return <Loaded query={query}>{(venue) => <VenuePage venue={venue} />}</Loaded>;
}

function VenuePage({ venue }: { venue: Known }) {
  const words = useMessages(placesWords);
  const may = useMay();
  const [seen, setSeen] = useState<Known | null>(null);
  return (
    <>
      <PageHead
        title={venue.name}
        back={{ href: '/venues', label: words.back }}
        status={{ text: words.statuses[venue.status], tone: venue.status === 'Active' ? 'jade' : 'plain' }}
        actions={may('venues:write') ? <Button onClick={() => setSeen(venue)}>{words.edit}</Button> : undefined}
      />
      <Section title={words.venue}>
        <Facts
          items={[
            { term: words.code, detail: venue.code },
            { term: words.city, detail: venue.cityName },
            { term: words.nameEn, detail: <span lang="en-GB">{venue.nameEn}</span> },
            { term: words.nameZh, detail: typed(venue.nameZh) },
            { term: words.addressEn, detail: <span lang="en-GB">{venue.addressEn}</span> },
            { term: words.addressZh, detail: typed(venue.addressZh) },
            {
              term: words.accessEn,
              detail: venue.accessEn === null ? null : <span lang="en-GB">{venue.accessEn}</span>,
            },
            { term: words.accessZh, detail: typed(venue.accessZh) },
            { term: words.mapUrl, detail: venue.mapUrl },
            { term: words.toCome, detail: <ToCome venue={venue} /> },
          ]}
        />
      </Section>
      <Section title={words.rooms}>
        <Facts
          items={venue.rooms.map(({ name, capacity, note }) => ({
            term: name,
            detail: note ? (
              <>
                {capacity} · {typed(note)}
              </>
            ) : (
              String(capacity)
            ),
          }))}
        />
      </Section>
      {seen !== null && <VenueDialog venue={seen} onClose={() => setSeen(null)} />}
    </>
  );
}

/** How many exams are still to be held there, leading to the sessions among them. */
function ToCome({ venue: { id, sessionsToCome } }: { venue: Known }) {
  const may = useMay();
  const [today] = useState(() => chinaDateOf(new Date().toISOString()));
  if (sessionsToCome === 0 || !may('sessions:read')) return String(sessionsToCome);
  return <Link href={`/sessions?venueId=${id}&from=${today}`}>{sessionsToCome}</Link>;
}
