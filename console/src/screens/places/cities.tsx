import type { StaffReply } from '@exam/contract/staff/client';
import { SelectField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button } from '@exam/ui/parts';
import { useState } from 'react';
import { staffApi } from '../../app/api.ts';
import { useMay } from '../../app/session.ts';
import { StaffList, type ListBody, type Page } from '../../list/staff-list.tsx';
import { placesWords } from '../../messages/places.ts';
import { ActionDialog, PageHead } from '../../page/index.ts';
import { usePlaceOptions } from './place-choices.ts';
import { PlaceTexts, StatusField, usePlaceColumns, useStatusOptions } from './place-parts.tsx';

type City = StaffReply<'places.cities'>['list'][number];

const load = (body: ListBody, signal?: AbortSignal): Promise<Page<City>> =>
  staffApi('places.cities', { body }, { signal, isQuiet: true });

/** The cities of the reader's offices. */
export function Cities() {
  const words = useMessages(placesWords);
  const canWrite = useMay()('venues:write');
  const { offices } = usePlaceOptions();
  const statuses = useStatusOptions();
  const [open, setOpen] = useState<City | 'new' | null>(null);
  const { code, names, status, edit } = usePlaceColumns<City>(canWrite ? setOpen : null);
  return (
    <>
      <PageHead
        title={words.cities}
        lead={words.citiesIntro}
        actions={canWrite ? <Button onClick={() => setOpen('new')}>{words.newCity}</Button> : undefined}
      />
      <StaffList
        name="places.cities"
        caption={words.cities}
        columns={[
          code,
          ...names,
          { key: 'officeName', header: words.office, cell: (row) => row.officeName },
          { key: 'venues', header: words.venues, end: true, cell: (row) => row.venues },
          status,
          ...edit,
        ]}
        filters={[
          { name: 'officeId', label: words.office, kind: 'choice', options: offices },
          { name: 'status', label: words.status, kind: 'choice', options: statuses },
        ]}
        load={load}
        rowKey={(row) => row.id}
        rowLabel={(row) => row.code}
        empty={words.noCities}
      />
      {open !== null && <CityDialog city={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </>
  );
}

const blank = { officeId: '', code: '', nameZh: '', nameEn: '', status: 'Active' } as const;

function CityDialog({ city, onClose }: { city: City | null; onClose: () => void }) {
  const words = useMessages(placesWords);
  const { offices } = usePlaceOptions();
  const { status: before, officeId, code, nameZh, nameEn } = city ?? blank;
  const [status, setStatus] = useState<City['status']>(before);
  const [typed, setTyped] = useState({ officeId, code, nameZh, nameEn });
  const named = city === null ? {} : { id: city.id, version: city.version };
  return (
    <ActionDialog
      title={city === null ? words.newCity : words.editCity}
      call="places.saveCity"
      request={() => ({ body: { ...named, ...typed, status } })}
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
          <PlaceTexts
            names={['code', 'nameZh', 'nameEn']}
            typed={typed}
            errors={errors}
            change={(name, value) => setTyped({ ...typed, [name]: value })}
          />
          <StatusField status={status} hint={words.cityStatusHint} onChange={setStatus} />
        </>
      )}
    </ActionDialog>
  );
}
