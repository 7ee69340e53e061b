import type { PreparedItem } from '@exam/contract/staff';
import { useMessages } from '@exam/ui/i18n';
import { InstantText, Table } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { staffApi } from '../../app/api.ts';
import { useMay } from '../../app/session.ts';
import { sessionsWords } from '../../messages/sessions.ts';
import { ActionButton, objectKey, Section } from '../../page/index.ts';

/** What staff typed for families in a session and nobody has taken over yet, for whoever may see registrations. */
export function usePrepared(id: string): readonly PreparedItem[] {
  const may = useMay();
  const { data } = useQuery({
    queryKey: objectKey('session', id, 'prepared'),
    queryFn: ({ signal }) => staffApi('prepared.list', { params: { id } }, { signal, isQuiet: true }),
    enabled: may('applications:read'),
    refetchInterval: 10_000,
  });
  return data?.list ?? [];
}

/** These; nothing where there is none. */
export function Prepared({ waiting }: { waiting: readonly PreparedItem[] }) {
  const words = useMessages(sessionsWords);
  const may = useMay();
  if (waiting.length === 0) return null;
  return (
    <Section title={words.prepared}>
      <Table
        caption={words.prepared}
        rows={waiting}
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
