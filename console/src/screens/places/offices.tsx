import type { StaffReply } from '@exam/contract/staff/client';
import { TextField } from '@exam/ui/form';
import { useMessages } from '@exam/ui/i18n';
import { Button, Link, Table } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { staffApi } from '../../app/api.ts';
import { useMay } from '../../app/session.ts';
import { placesWords } from '../../messages/places.ts';
import { ActionDialog, Loaded, PageHead } from '../../page/index.ts';

type Office = StaffReply<'places.offices'>['list'][number];

/** The reader's offices, whom candidates write to and call. */
export function Offices() {
  const words = useMessages(placesWords);
  const may = useMay();
  const [open, setOpen] = useState<Office | null>(null);
  const query = useQuery({
    queryKey: ['object', 'offices'],
    queryFn: ({ signal }) => staffApi('places.offices', {}, { signal, isQuiet: true }),
  });
  const canWrite = may('venues:write');
  return (
    <>
      <PageHead title={words.offices} lead={words.officesIntro} />
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
                cell: ({ id, cities }) => <Link href={`/cities?officeId=${id}`}>{cities}</Link>,
              },
              ...(canWrite
                ? [
                    {
                      key: 'act',
                      header: words.edit,
                      cell: (office: Office) => (
                        <Button
                          variant="quiet"
                          small
                          aria-label={`${words.edit} ${office.code}`}
                          onClick={() => setOpen(office)}
                        >
                          {words.edit}
                        </Button>
                      ),
                    },
                  ]
                : []),
            ]}
          />
        )}
      </Loaded>
      {open !== null && <OfficeDialog office={open} onClose={() => setOpen(null)} />}
    </>
  );
}

const names = ['nameZh', 'nameEn', 'email', 'phone'] as const;

function OfficeDialog({ office, onClose }: { office: Office; onClose: () => void }) {
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
      {(errors) =>
        names.map((name) => (
          <TextField
            key={name}
            label={words[name]}
            maxLength={100}
            value={typed[name]}
            error={typed[name].trim() === '' ? words.needed : errors(name)}
            onChange={(event) => setTyped({ ...typed, [name]: event.target.value })}
          />
        ))
      }
    </ActionDialog>
  );
}
