import type { StaffReply } from '@exam/contract/staff/client';
import { useMessages } from '@exam/ui/i18n';
import { Button, Link, Table } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { staffApi } from '../../app/api.ts';
import { useMay, useMe } from '../../app/session.ts';
import { placesWords } from '../../messages/places.ts';
import { ActionDialog, type FieldErrors, Loaded, PageHead } from '../../page/index.ts';
import { EditButton, PlaceTexts } from './place-parts.tsx';

type Office = StaffReply<'places.offices'>['list'][number];

/** The reader's offices, whom candidates write to and call. */
export function Offices() {
  const words = useMessages(placesWords);
  const canWrite = useMay()('venues:write');
  const canAdd = useMe().offices === 'all' && canWrite;
  const [open, setOpen] = useState<Office | 'new' | null>(null);
  const query = useQuery({
    queryKey: ['object', 'offices'],
    queryFn: ({ signal }) => staffApi('places.offices', {}, { signal, isQuiet: true }),
  });
  const edit = {
    key: 'act',
    header: words.edit,
    cell: (office: Office) => <EditButton code={office.code} onOpen={() => setOpen(office)} />,
  };
  return (
    <>
      <PageHead
        title={words.offices}
        lead={words.officesIntro}
        actions={canAdd ? <Button onClick={() => setOpen('new')}>{words.newOffice}</Button> : undefined}
      />
      <Loaded query={query}>
        {({ list }) => (
          <Table
            caption={words.offices}
            rows={list}
            rowKey={({ id }) => id}
            columns={[
              { key: 'code', header: words.code, cell: ({ code }) => code },
              { key: 'zh', header: words.nameZh, cell: ({ nameZh }) => nameZh },
              { key: 'en', header: words.nameEn, cell: ({ nameEn }) => <span lang="en-GB">{nameEn}</span> },
              { key: 'email', header: words.email, cell: ({ email }) => email },
              { key: 'phone', header: words.phone, cell: ({ phone }) => phone },
              {
                key: 'cities',
                header: words.cities,
                end: true,
                cell: ({ id, cities }) => (
                  <Link className="inline-block min-h-6 min-w-6" href={`/cities?officeId=${id}`}>
                    {cities}
                  </Link>
                ),
              },
              ...(canWrite ? [edit] : []),
            ]}
          />
        )}
      </Loaded>
      {open === 'new' && <NewOffice onClose={() => setOpen(null)} />}
      {open !== null && open !== 'new' && <EditOffice office={open} onClose={() => setOpen(null)} />}
    </>
  );
}

const names = ['nameZh', 'nameEn', 'email', 'phone'] as const;

function EditOffice({ office, onClose }: { office: Office; onClose: () => void }) {
  const words = useMessages(placesWords);
  const { nameEn, nameZh, email, phone } = office;
  const [typed, setTyped] = useState({ nameZh, nameEn, email, phone });
  return (
    <ActionDialog
      title={words.editOffice}
      call="places.saveOffice"
      request={() => ({ params: { id: office.id }, body: { version: office.version, ...typed } })}
      confirmLabel={words.save}
      done={words.officeSaved}
      onClose={onClose}
      isReady={Object.values(typed).every((text) => text.trim() !== '')}
    >
      {(errors) => (
        <PlaceTexts
          names={names}
          typed={typed}
          errors={orEmpty(errors, typed, words.needed)}
          change={(name, value) => setTyped({ ...typed, [name]: value })}
        />
      )}
    </ActionDialog>
  );
}

/** What was emptied is asked for again at once. */
function orEmpty(errors: FieldErrors, typed: Readonly<Record<string, string>>, needed: string): FieldErrors {
  return (name) => (typed[name]?.trim() === '' ? needed : errors(name));
}

const blank = { code: '', nameZh: '', nameEn: '', email: '', phone: '' };

function NewOffice({ onClose }: { onClose: () => void }) {
  const words = useMessages(placesWords);
  const [typed, setTyped] = useState(blank);
  return (
    <ActionDialog
      title={words.newOffice}
      call="places.addOffice"
      request={() => ({ body: typed })}
      confirmLabel={words.save}
      done={words.officeAdded}
      onClose={onClose}
      isReady={Object.values(typed).every((text) => text.trim() !== '')}
    >
      {(errors) => (
        <>
          <p className="mb-4">{words.newOfficeText}</p>
          <PlaceTexts
            names={['code', ...names]}
            typed={typed}
            errors={errors}
            change={(name, value) => setTyped({ ...typed, [name]: value })}
          />
        </>
      )}
    </ActionDialog>
  );
}
