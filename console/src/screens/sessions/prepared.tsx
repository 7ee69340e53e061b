import { useMessages } from '@exam/ui/i18n';
import { InstantText, Table } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { staffApi } from '../../app/api.ts';
import { useMay } from '../../app/session.ts';
import { sessionsWords } from '../../messages/sessions.ts';
import { ActionButton, objectKey, Section } from '../../page/index.ts';

/** What staff typed for families and nobody has taken over yet; nothing where there is none. */
export function Prepared({ id }: { id: string }) {
  const may = useMay();
  return may('applications:read') ? <Waiting id={id} /> : null;
}

function Waiting({ id }: { id: string }) {
  const words = useMessages(sessionsWords);
  const may = useMay();
  const { data } = useQuery({
    queryKey: objectKey('session', id, 'prepared'),
    queryFn: ({ signal }) => staffApi('prepared.list', { params: { id } }, { signal, isQuiet: true }),
    refetchInterval: 10_000,
  });
  if (data === undefined || data.list.length === 0) return null;
  return (
    <Section title={words.prepared}>
      <Table
        caption={words.prepared}
        rows={data.list}
        rowKey={(row) => row.id}
        columns={[
          { key: 'phone', header: words.preparePhone, cell: (row) => row.phone },
          { key: 'by', header: words.preparedBy, cell: (row) => row.preparedBy },
          { key: 'until', header: words.preparedUntil, cell: (row) => <InstantText at={row.expiresAt} /> },
          {
            key: 'act',
            header: words.preparedAct,
            cell: (row) =>
              may('applications:write') && (
                <ActionButton
                  label={words.preparedDiscard}
                  call="prepared.discard"
                  request={() => ({ params: { id: row.id }, body: {} })}
                  confirmLabel={words.preparedDiscard}
                  done={words.preparedDiscarded}
                >
                  <p>{words.preparedDiscardText}</p>
                </ActionButton>
              ),
          },
        ]}
      />
    </Section>
  );
}
