import type { ReconciliationDayItem } from '@exam/contract/staff';
import { useMessages } from '@exam/ui/i18n';
import { DateText, StatusTag, type Tone } from '@exam/ui/parts';
import { staffApi } from '../../../app/api.ts';
import { StaffList, type ListBody, type ListColumn, type Page } from '../../../list/staff-list.tsx';
import { moneyWords } from '../../../messages/money.ts';
import { Money, PageHead } from '../../../page/index.ts';
import { channelOf } from '../display.ts';

const load = (body: ListBody, signal?: AbortSignal): Promise<Page<ReconciliationDayItem>> =>
  staffApi('reconciliation.days', { body }, { signal, isQuiet: true });

type State = 'closed' | 'open' | 'differs';
const tones: Readonly<Record<State, Tone>> = { closed: 'jade', open: 'amber', differs: 'seal' };

function stateOf(row: ReconciliationDayItem): State {
  if (row.closedAt !== null) return 'closed';
  return row.theirNet !== null && row.theirNet !== row.ourNet ? 'differs' : 'open';
}

/** The days on which a channel moved money. */
export function Reconciliation() {
  const words = useMessages(moneyWords);
  const columns: ListColumn<ReconciliationDayItem>[] = [
    { key: 'day', header: words.day, sort: 'day', cell: (row) => <DateText date={row.day} /> },
    { key: 'channel', header: words.channel, cell: (row) => channelOf(words, row.channel) },
    {
      key: 'closedAt',
      header: words.status,
      cell: (row) => <StatusTag tone={tones[stateOf(row)]}>{words.dayStatus[stateOf(row)]}</StatusTag>,
    },
    { key: 'ourCount', header: words.ourCount, end: true, cell: (row) => row.ourCount },
    { key: 'ourNet', header: words.ourNet, end: true, cell: (row) => <Money fen={row.ourNet} /> },
    { key: 'theirCount', header: words.theirCount, end: true, cell: (row) => row.theirCount ?? '–' },
    {
      key: 'theirNet',
      header: words.theirNet,
      end: true,
      cell: (row) => (row.theirNet === null ? words.noStatement : <Money fen={row.theirNet} />),
    },
    { key: 'closedBy', header: words.closedBy, isExtra: true, cell: (row) => row.closedBy ?? '–' },
  ];
  return (
    <>
      <PageHead title={words.reconciliation} lead={words.reconciliationIntro} />
      <StaffList
        name="reconciliation.days"
        caption={words.reconciliation}
        columns={columns}
        filters={[
          { name: 'isClosed', label: words.isClosed, kind: 'flag' },
          { name: 'from', label: words.from, kind: 'date' },
          { name: 'to', label: words.to, kind: 'date' },
        ]}
        load={load}
        rowKey={(row) => `${row.channel} ${row.day}`}
        rowLabel={(row) => row.day}
        rowHref={(row) => `/reconciliation/${row.channel}/${row.day}`}
        empty={words.noDays}
      />
    </>
  );
}
