import type { StaffReply } from '@exam/contract/staff/client';
import { SelectField, TextField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button, StatusTag } from '@exam/ui/parts';
import { useState } from 'react';
import { staffApi } from '../../app/api.ts';
import { useMay } from '../../app/session.ts';
import { StaffList, type ListBody, type ListColumn, type Page } from '../../list/staff-list.tsx';
import { placesWords } from '../../messages/places.ts';
import { ActionDialog, PageHead } from '../../page/index.ts';
import { usePlaceOptions } from './place-choices.ts';

type Centre = StaffReply<'places.centres'>['list'][number];

const load = (body: ListBody, signal?: AbortSignal): Promise<Page<Centre>> =>
  staffApi('places.centres', { body }, { isQuiet: true, ...(signal ? { signal } : {}) });

const statuses = ['Active', 'Inactive'] as const;

/** Centres of awarding bodies, which candidates of post-results services name. */
export function Centres() {
  const words = useMessages(placesWords);
  const may = useMay();
  const { bodies } = usePlaceOptions();
  const [open, setOpen] = useState<Centre | 'new' | null>(null);
  const columns: ListColumn<Centre>[] = [
    { key: 'code', header: words.code, sort: 'code', cell: ({ code }) => <span lang="en-GB">{code}</span> },
    { key: 'bodyName', header: words.body, cell: (row) => row.bodyName },
    { key: 'nameZh', header: words.nameZh, cell: (row) => row.nameZh },
    { key: 'nameEn', header: words.nameEn, cell: (row) => <span lang="en-GB">{row.nameEn}</span> },
    {
      key: 'status',
      header: words.status,
      cell: (row) => (
        <StatusTag tone={row.status === 'Active' ? 'jade' : 'plain'}>{words.statuses[row.status]}</StatusTag>
      ),
    },
  ];
  const edit: ListColumn<Centre> = {
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
        title={words.centres}
        lead={words.centresIntro}
        actions={may('venues:write') ? <Button onClick={() => setOpen('new')}>{words.newCentre}</Button> : undefined}
      />
      <StaffList
        name="places.centres"
        caption={words.centres}
        columns={may('venues:write') ? [...columns, edit] : columns}
        filters={[
          { name: 'awardingBodyId', label: words.body, kind: 'choice', options: bodies },
          {
            name: 'status',
            label: words.status,
            kind: 'choice',
            options: statuses.map((value) => ({ value, label: words.statuses[value] })),
          },
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
          {(['code', 'nameZh', 'nameEn'] as const).map((name) => (
            <TextField
              key={name}
              label={words[name]}
              hint={name === 'code' ? words.codeHint : undefined}
              maxLength={name === 'code' ? 20 : 200}
              value={typed[name]}
              error={errors(name)}
              onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
            />
          ))}
          <SelectField
            label={words.status}
            value={status}
            placeholder={null}
            options={statuses.map((value) => ({ value, label: words.statuses[value] }))}
            onChange={(event) => setStatus(event.target.value === 'Inactive' ? 'Inactive' : 'Active')}
          />
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
