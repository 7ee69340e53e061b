import type { StaffReply } from '@exam/contract/staff/client';
import { useMessages } from '@exam/ui/i18n';
import { StatusTag } from '@exam/ui/parts';
import { useState } from 'react';
import { Button } from '@exam/ui/parts';
import { staffApi } from '../../app/api.ts';
import { useMay } from '../../app/session.ts';
import { StaffList, type ListBody, type ListColumn, type Page } from '../../list/staff-list.tsx';
import { placesWords } from '../../messages/places.ts';
import { PageHead } from '../../page/index.ts';
import { VenueDialog } from './venue-dialog.tsx';

type Venue = StaffReply<'places.venues'>['list'][number];

const load = (body: ListBody, signal?: AbortSignal): Promise<Page<Venue>> =>
  staffApi('places.venues', { body }, { signal, isQuiet: true });

/** The venues of the reader's offices. */
export function Venues() {
  const words = useMessages(placesWords);
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  const statuses = (['Active', 'Inactive'] as const).map((value) => ({ value, label: words.statuses[value] }));
  const columns: ListColumn<Venue>[] = [
    { key: 'code', header: words.code, sort: 'code', cell: (row) => row.code },
    { key: 'name', header: words.name, cell: (row) => row.name },
    { key: 'cityName', header: words.city, cell: (row) => row.cityName },
    {
      key: 'status',
      header: words.status,
      cell: (row) => (
        <StatusTag tone={row.status === 'Active' ? 'jade' : 'plain'}>{words.statuses[row.status]}</StatusTag>
      ),
    },
    { key: 'roomCount', header: words.rooms, end: true, cell: (row) => row.roomCount },
    { key: 'capacity', header: words.capacity, end: true, sort: 'capacity', cell: (row) => row.capacity },
    { key: 'sessionsToCome', header: words.toCome, end: true, cell: (row) => row.sessionsToCome },
  ];
  return (
    <>
      <PageHead
        title={words.venues}
        lead={words.venuesIntro}
        actions={may('venues:write') ? <Button onClick={() => setOpen(true)}>{words.newVenue}</Button> : undefined}
      />
      <StaffList
        name="places.venues"
        caption={words.venues}
        columns={columns}
        filters={[{ name: 'status', label: words.status, kind: 'choice', options: statuses }]}
        load={load}
        rowKey={(row) => row.id}
        rowLabel={(row) => row.name}
        rowHref={(row) => `/venues/${row.id}`}
        empty={words.empty}
      />
      {isOpen && <VenueDialog venue={null} onClose={() => setOpen(false)} />}
    </>
  );
}
