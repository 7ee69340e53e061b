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

type Centre = StaffReply<'places.centres'>['list'][number];

const load = (body: ListBody, signal?: AbortSignal): Promise<Page<Centre>> =>
  staffApi('places.centres', { body }, { signal, isQuiet: true });

/** Centres of awarding bodies, which candidates of post-test services name. */
export function Centres() {
  const words = useMessages(placesWords);
  const canWrite = useMay()('venues:write');
  const { bodies } = usePlaceOptions();
  const statuses = useStatusOptions();
  const [open, setOpen] = useState<Centre | 'new' | null>(null);
  const { code, names, status, edit } = usePlaceColumns<Centre>(canWrite ? setOpen : null);
  return (
    <>
      <PageHead
        title={words.centres}
        lead={words.centresIntro}
        actions={canWrite ? <Button onClick={() => setOpen('new')}>{words.newCentre}</Button> : undefined}
      />
      <StaffList
        name="places.centres"
        caption={words.centres}
        columns={[
          code,
          { key: 'bodyName', header: words.body, cell: (row) => row.bodyName },
          ...names,
          status,
          ...edit,
        ]}
        filters={[
          { name: 'awardingBodyId', label: words.body, kind: 'choice', options: bodies },
          { name: 'status', label: words.status, kind: 'choice', options: statuses },
        ]}
        load={load}
        rowKey={(row) => row.id}
        rowLabel={(row) => row.code}
        empty={words.noCentres}
      />
      {open !== null && <CentreDialog centre={open === 'new' ? null : open} onClose={() => setOpen(null)} />}
    </>
  );
}

function CentreDialog({ centre, onClose }: { centre: Centre | null; onClose: () => void }) {
  const words = useMessages(placesWords);
  const { offices, bodies } = usePlaceOptions();
  const [status, setStatus] = useState<Centre['status']>(centre?.status ?? 'Active');
  const [typed, setTyped] = useState(() => typedOf(centre));
  const named = centre === null ? {} : { id: centre.id, version: centre.version };
  const options = { awardingBodyId: bodies, officeId: offices };
  const labels = { awardingBodyId: words.body, officeId: words.office };
  return (
    <ActionDialog
      title={centre === null ? words.newCentre : words.editCentre}
      call="places.saveCentre"
      request={() => ({ body: { ...named, ...typed, status } })}
      confirmLabel={words.save}
      done={words.centreSaved}
      onClose={onClose}
      isReady={Object.values(typed).every((text) => text.trim() !== '')}
    >
      {(errors) => (
        <>
          {(['awardingBodyId', 'officeId'] as const).map((name) => (
            <SelectField
              key={name}
              label={labels[name]}
              value={typed[name]}
              options={options[name]}
              onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
            />
          ))}
          <PlaceTexts
            names={['code', 'nameZh', 'nameEn']}
            typed={typed}
            errors={errors}
            max={200}
            change={(name, value) => setTyped({ ...typed, [name]: value })}
          />
          <StatusField status={status} onChange={setStatus} />
        </>
      )}
    </ActionDialog>
  );
}

function typedOf(centre: Centre | null) {
  if (centre === null) return { awardingBodyId: '', officeId: '', code: '', nameZh: '', nameEn: '' };
  const { awardingBodyId, officeId, code, nameZh, nameEn } = centre;
  return { awardingBodyId, officeId, code, nameZh, nameEn };
}
