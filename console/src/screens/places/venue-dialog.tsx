import type { StaffReply } from '@exam/contract/staff/client';
import { SelectField, TextAreaField, TextField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { staffApi } from '../../app/api.ts';
import { placesWords } from '../../messages/places.ts';
import { ActionDialog, type FieldErrors } from '../../page/index.ts';

type Known = StaffReply<'places.venue'>;

const texts = ['code', 'nameEn', 'nameZh', 'addressEn', 'addressZh', 'accessEn', 'accessZh', 'mapUrl'] as const;
type Texts = Record<(typeof texts)[number], string>;

const blank: Texts = {
  code: '',
  nameEn: '',
  nameZh: '',
  addressEn: '',
  addressZh: '',
  accessEn: '',
  accessZh: '',
  mapUrl: '',
};

type Typed = Texts & { cityId: string; status: Known['status']; lines: string };

/** Makes a venue, or changes the one that the reader looked at. */
export function VenueDialog({ venue, onClose }: { venue: Known | null; onClose: () => void }) {
  const words = useMessages(placesWords);
  const [typed, setTyped] = useState<Typed>(() => typedOf(venue));
  const { accessEn, accessZh, mapUrl, lines, ...needed } = typed;
  const rooms = roomsOf(lines, venue?.rooms ?? []);
  const named = venue === null ? {} : { id: venue.id, version: venue.version };
  const free = { accessEn: accessEn || null, accessZh: accessZh || null, mapUrl: mapUrl || null };
  return (
    <ActionDialog
      title={venue === null ? words.newVenue : words.edit}
      call="places.saveVenue"
      request={() => ({ body: { ...named, ...needed, ...free, rooms: rooms ?? [] } })}
      confirmLabel={words.save}
      done={words.saved}
      onClose={onClose}
      isReady={rooms !== null && Object.values(needed).every((text) => text.trim() !== '')}
    >
      {(errors) => (
        <VenueFields
          typed={typed}
          set={(change) => setTyped({ ...typed, ...change })}
          errors={(name) => (name === 'rooms' && rooms === null ? words.roomsWrong : errors(name))}
        />
      )}
    </ActionDialog>
  );
}

const optional: readonly string[] = ['accessEn', 'accessZh', 'mapUrl'];

function VenueFields(props: { typed: Typed; set: (change: Partial<Typed>) => void; errors: FieldErrors }) {
  const { typed, set, errors } = props;
  const words = useMessages(placesWords);
  const { data: cities } = useQuery({
    queryKey: ['object', 'cities'],
    queryFn: ({ signal }) => staffApi('places.cities', { body: { pageSize: 100 } }, { signal, isQuiet: true }),
  });
  return (
    <>
      <SelectField
        label={words.city}
        value={typed.cityId}
        options={(cities?.list ?? []).map(({ id, nameEn, nameZh }) => ({ value: id, label: `${nameZh} ${nameEn}` }))}
        onChange={(event) => set({ cityId: event.target.value })}
      />
      {texts.map((name) => (
        <TextField
          key={name}
          label={words[name]}
          optional={optional.includes(name)}
          maxLength={300}
          value={typed[name]}
          error={errors(name)}
          onChange={(event) => set({ [name]: event.target.value })}
        />
      ))}
      <SelectField
        label={words.status}
        value={typed.status}
        placeholder={null}
        options={(['Active', 'Inactive'] as const).map((value) => ({ value, label: words.statuses[value] }))}
        onChange={(event) => set({ status: event.target.value === 'Inactive' ? 'Inactive' : 'Active' })}
      />
      <TextAreaField
        label={words.roomsField}
        hint={words.roomsHint}
        optional
        error={errors('rooms')}
        value={typed.lines}
        onChange={(event) => set({ lines: event.target.value })}
      />
    </>
  );
}

function typedOf(venue: Known | null): Typed {
  if (venue === null) return { ...blank, cityId: '', status: 'Active', lines: '' };
  return {
    code: venue.code,
    nameEn: venue.nameEn,
    nameZh: venue.nameZh,
    addressEn: venue.addressEn,
    addressZh: venue.addressZh,
    accessEn: venue.accessEn ?? '',
    accessZh: venue.accessZh ?? '',
    mapUrl: venue.mapUrl ?? '',
    cityId: venue.cityId,
    status: venue.status,
    lines: venue.rooms.map(lineOf).join('\n'),
  };
}

function lineOf({ name, capacity }: Known['rooms'][number]): string {
  return `${name}, ${capacity}`;
}

/** The rooms that lines name; a room keeps its note. Null where a line cannot be read. */
function roomsOf(lines: string, known: Known['rooms']): Known['rooms'] | null {
  const written = lines.split('\n').filter((line) => line.trim() !== '');
  const rooms = written.flatMap((line) => {
    const comma = Math.max(line.lastIndexOf(','), line.lastIndexOf('\uff0c'));
    const [name, capacity] = [line.slice(0, Math.max(0, comma)).trim(), line.slice(comma + 1).trim()];
    if (name === '' || name.length > 60 || !/^\d{1,4}$/.test(capacity)) return [];
    return [{ name, capacity: Number(capacity), note: known.find((room) => room.name === name)?.note ?? null }];
  });
  return rooms.length === written.length ? rooms : null;
}
