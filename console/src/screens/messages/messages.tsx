import type { MessageItem } from '@exam/contract/staff';
import { useMessages } from '@exam/ui/i18n';
import { InstantText, StatusTag, type Tone } from '@exam/ui/parts';
import { staffApi } from '../../app/api.ts';
import { useMay } from '../../app/session.ts';
import { StaffList, type ListBody, type ListColumn, type Page } from '../../list/staff-list.tsx';
import { listWords } from '../../messages/list.ts';
import { messagesWords } from '../../messages/messages.ts';
import { ActionButton, PageHead } from '../../page/index.ts';
import { kindWord } from './kind-word.ts';

const load = (body: ListBody, signal?: AbortSignal): Promise<Page<MessageItem>> =>
  staffApi('messages.search', { body }, { signal, isQuiet: true });

const tones: Readonly<Record<MessageItem['state'], Tone>> = { Waiting: 'amber', Sent: 'jade', Failed: 'seal' };
const optionsOf = (texts: Readonly<Record<string, string>>) =>
  Object.entries(texts).map(([value, label]) => ({ value, label }));

/** What was sent to candidates, and what became of it. */
export function Messages() {
  const words = useMessages(messagesWords);
  const list = useMessages(listWords);
  const may = useMay();
  const columns: ListColumn<MessageItem>[] = [
    { key: 'kind', header: words.kind, cell: (row) => kindWord(words.kinds, row.kind) },
    {
      key: 'channel',
      header: words.channel,
      cell: (row) => (row.isFallback ? words.insteadBy[row.channel] : words.channels[row.channel]),
    },
    { key: 'recipient', header: words.recipient, cell: (row) => row.recipient },
    { key: 'language', header: words.language, cell: (row) => words.languages[row.language], isExtra: true },
    {
      key: 'state',
      header: words.state,
      cell: (row) => <StatusTag tone={tones[row.state]}>{words.states[row.state]}</StatusTag>,
    },
    { key: 'attempts', header: words.attempts, end: true, cell: (row) => row.attempts, isExtra: true },
    { key: 'lastError', header: words.lastError, cell: (row) => row.lastError ?? '–' },
    { key: 'createdAt', header: words.created, sort: 'createdAt', cell: (row) => <InstantText at={row.createdAt} /> },
    {
      key: 'sentAt',
      header: words.sent,
      cell: (row) => (row.sentAt === null ? '–' : <InstantText at={row.sentAt} />),
    },
    ...(may('messages:send')
      ? [{ key: 'act', header: words.act, cell: (row: MessageItem) => <Resend row={row} /> }]
      : []),
  ];
  return (
    <>
      <PageHead title={words.title} lead={words.intro} />
      <StaffList
        name="messages.search"
        caption={words.title}
        columns={columns}
        filters={[
          { name: 'state', label: words.state, kind: 'choice', options: optionsOf(words.states) },
          { name: 'channel', label: words.channel, kind: 'choice', options: optionsOf(words.channels) },
          { name: 'kind', label: words.kind, kind: 'choice', options: optionsOf(words.kinds) },
          { name: 'accountId', label: list.ofAccount, kind: 'given' },
        ]}
        load={load}
        rowKey={(row) => row.id}
        rowLabel={(row) => `${kindWord(words.kinds, row.kind)}, ${row.recipient}`}
        empty={words.none}
      />
    </>
  );
}

function Resend({ row }: { row: MessageItem }) {
  const words = useMessages(messagesWords);
  if (!row.canResend) return null;
  return (
    <ActionButton
      label={words.resend}
      call="messages.resend"
      request={(reason) => ({ params: { id: row.id }, body: { reason } })}
      reason="needed"
      confirmLabel={words.resend}
      done={words.resent}
    >
      <p className="mb-4">{words.resendText}</p>
    </ActionButton>
  );
}
