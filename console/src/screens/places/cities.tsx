import type { StaffReply } from '@exam/contract/staff/client';
import { SelectField, TextField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button } from '@exam/ui/parts';
import { useState } from 'react';
import { staffApi } from '../../app/api.ts';
import { useMay } from '../../app/session.ts';
import { StaffList, type ListBody, type ListColumn, type Page } from '../../list/staff-list.tsx';
import { placesWords } from '../../messages/places.ts';
import { ActionDialog, PageHead } from '../../page/index.ts';
import { usePlaceOptions } from './place-choices.ts';

type City = StaffReply<'places.cities'>['list'][number];

const load = (body: ListBody, signal?: AbortSignal): Promise<Page<City>> =>
  staffApi('places.cities', { body }, { isQuiet: true, ...(signal ? { signal } : {}) });

/** The cities of the reader's offices. */
export function Cities() {
  const words = useMessages(placesWords);
  const may = useMay();
  const { offices } = usePlaceOptions();
  const [open, setOpen] = useState<City | 'new' | null>(null);
  const columns: ListColumn<City>[] = [
    { key: 'code', header: words.code, sort: 'code', cell: ({ code }) => <span lang="en-GB">{code}</span> },
    { key: 'nameZh', header: words.nameZh, cell: (row) => row.nameZh },
    { key: 'nameEn', header: words.nameEn, cell: (row) => <span lang="en-GB">{row.nameEn}</span> },
    { key: 'officeName', header: words.office, cell: (row) => row.officeName },
    { key: 'venues', header: words.venues, end: true, cell: (row) => row.venues },
  ];
  const edit: ListColumn<City> = {
    key: 'act',
    header: words.edit,
    cell: (row) => (
      <Button variant="quiet" small aria-label={`${words.edit} ${row.code}`} onClick={() => setOpen(row)}>
        {words.edit}
      </Button>
    ),
  };
  return (
    <>
      <PageHead
        title={words.cities}
        lead={words.citiesIntro}
        actions={may('venues:write') ? <Button onClick={() => setOpen('new')}>{words.newCity}</Button> : undefined}
      />
      <StaffList
        name="places.cities"
        caption={words.cities}
        columns={may('venues:write') ? [...columns, edit] : columns}
        filters={[{ name: 'officeId', label: words.office, kind: 'choice', options: offices }]}
        load={load}
        rowKey={(row) => row.id}
        rowLabel={(row) => row.code}
        empty={words.noCities}
      />
      {open !== null && <CityDialog city={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </>
  );
}

function CityDialog({ city, onClose }: { city: City | null; onClose: () => void }) {
  const words = useMessages(placesWords);
  const { offices } = usePlaceOptions();
  const [typed, setTyped] = useState({
    officeId: city?.officeId ?? '',
    code: city?.code ?? '',
    nameZh: city?.nameZh ?? '',
    nameEn: city?.nameEn ?? '',
  });
  const named = city === null ? {} : { id: city.id, version: city.version };
  return (
    <ActionDialog
      title={city === null ? words.newCity : words.editCity}
      call="places.saveCity"
      request={() => ({ body: { ...named, ...typed } })}
      confirmLabel={words.save}
      done={words.citySaved}
      onClose={onClose}
      isReady={Object.values(typed).every((text) => text.trim() !== '')}
    >
      {(errors) => (
        <>
          <SelectField
            label={words.office}
            hint={city === null ? undefined : words.officeStays}
            disabled={city !== null}
            value={typed.officeId}
            options={offices}
            onChange={(event) => setTyped({ ...typed, officeId: event.target.value })}
          />
          {(['code', 'nameZh', 'nameEn'] as const).map((name) => (
            <TextField
              key={name}
              label={words[name]}
              hint={name === 'code' ? words.codeHint : undefined}
              maxLength={name === 'code' ? 20 : 100}
              value={typed[name]}
              error={errors(name)}
              onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
            />
          ))}
        </>
      )}
    </ActionDialog>
  );
}
