import { type ReconciliationLine, reconciliationLists } from '@exam/contract/staff';
import { useParams } from '@exam/ui/app';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { InstantText, Link, Notice } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { staffApi } from '../../../app/api.ts';
import { useMay } from '../../../app/session.ts';
import { StaffList, type ListBody, type ListColumn, type Page } from '../../../list/staff-list.tsx';
import { moneyWords } from '../../../messages/money.ts';
import { ActionButton, Facts, Loaded, Money, objectKey, PageHead, Section, typed } from '../../../page/index.ts';
import { channelOf } from '../display.ts';
import { StatementUpload } from './statement-upload.tsx';
import type { DayDetail } from '../types.ts';

/** One day: its statement, the lists, and its closing. */
export function ReconciliationDay() {
  const { channel = '', day = '' } = useParams();
  const query = useQuery({
    queryKey: objectKey('reconciliation', `${channel} ${day}`),
    queryFn: ({ signal }) => staffApi('reconciliation.day', { params: { channel, day } }, { signal, isQuiet: true }),
  });
  return <Loaded query={query}>{(found) => <DayPage day={found} />}</Loaded>;
}

function DayPage({ day }: { day: DayDetail }) {
  const words = useMessages(moneyWords);
  const { longDate } = useFormats();
  const isClosed = day.closedAt !== null;
  return (
    <>
      <PageHead
        title={words.dayOf(longDate(day.day), channelOf(words, day.channel))}
        back={{ href: '/reconciliation', label: words.reconciliation }}
        status={{ text: isClosed ? words.dayStatus.closed : words.dayStatus.open, tone: isClosed ? 'jade' : 'amber' }}
        actions={<Closing day={day} />}
      />
      {!day.isOver && <Notice tone="info">{words.notOver}</Notice>}
      <Section title={words.statement}>
        <Sums day={day} />
        {!isClosed && <StatementUpload day={day} />}
      </Section>
      <h2 className="mb-2 text-xl">{words.dayLines}</h2>
      <Lines day={day} />
    </>
  );
}

function Sums({ day }: { day: DayDetail }) {
  const words = useMessages(moneyWords);
  const { statement } = day;
  return (
    <div className="mb-4">
      <Facts
        items={[
          { term: words.ourNet, detail: <Money fen={day.ourNet} /> },
          {
            term: words.theirNet,
            detail: day.theirNet === null ? words.noStatement : <Money fen={day.theirNet} />,
          },
          ...reconciliationLists.map((list) => ({ term: words.lists[list], detail: String(day.counts[list]) })),
          { term: words.unexplained, detail: String(day.unexplained) },
          statement === null
            ? null
            : {
                term: words.statement,
                detail: (
                  <>
                    {typed(statement.fileName)}, {words.rows(statement.rowCount)}.{' '}
                    {words.uploadedBy(statement.uploadedBy)}, <InstantText at={statement.uploadedAt} />
                  </>
                ),
              },
          day.closedAt === null ? null : { term: words.closed, detail: <InstantText at={day.closedAt} /> },
          { term: words.closedBy, detail: typed(day.closedBy) },
          { term: words.resolution, detail: typed(day.reason) },
        ]}
      />
    </div>
  );
}

function Closing({ day }: { day: DayDetail }) {
  const words = useMessages(moneyWords);
  const may = useMay();
  const { statement } = day;
  if (!may('reconciliation:approve') || day.closedAt !== null || !day.isOver || statement === null) return null;
  if (statement.isOwn) return <p className="text-ink-2">{words.closeOwn}</p>;
  return (
    <ActionButton
      label={words.closeDay}
      variant="primary"
      call="reconciliation.close"
      request={(reason) => ({
        params: { channel: day.channel, day: day.day },
        body: { statementId: statement.id, reason },
      })}
      reason="needed"
      confirmLabel={words.closeDay}
      isDangerous
      done={words.dayClosed}
    >
      <p className="mb-4">{words.closeDayText}</p>
    </ActionButton>
  );
}

function Lines({ day }: { day: DayDetail }) {
  const words = useMessages(moneyWords);
  const load = (body: ListBody, signal?: AbortSignal): Promise<Page<ReconciliationLine>> =>
    staffApi(
      'reconciliation.lines',
      { params: { channel: day.channel, day: day.day }, body },
      { signal, isQuiet: true },
    );
  return (
    <StaffList
      name="reconciliation.lines"
      caption={words.dayLines}
      columns={useLineColumns(day)}
      filters={[
        {
          name: 'list',
          label: words.list,
          kind: 'choice',
          options: reconciliationLists.map((value) => ({ value, label: words.lists[value] })),
        },
        { name: 'isExplained', label: words.explained, kind: 'flag' },
        { name: 'search', label: words.paymentSearch, kind: 'text' },
      ]}
      load={load}
      rowKey={(row) => row.key}
      rowLabel={(row) => row.reference}
      empty={words.noLines}
    />
  );
}

function useLineColumns(day: DayDetail): ListColumn<ReconciliationLine>[] {
  const words = useMessages(moneyWords);
  return [
    { key: 'list', header: words.list, cell: (row) => <Listed line={row} /> },
    { key: 'kind', header: words.kind, cell: (row) => words.lineKind[row.kind] },
    {
      key: 'reference',
      header: words.reference,
      sort: 'reference',
      cell: (row) => <span className="break-all">{typed(row.reference)}</span>,
    },
    {
      key: 'orderCode',
      header: words.code,
      cell: (row) => (row.orderId === null ? '–' : <Link href={`/orders/${row.orderId}`}>{row.orderCode}</Link>),
    },
    { key: 'ourAmount', header: words.ours, end: true, cell: (row) => <Money fen={row.ourAmount} /> },
    { key: 'theirAmount', header: words.theirs, end: true, cell: (row) => <Money fen={row.theirAmount} /> },
    { key: 'explanation', header: words.explanation, cell: (row) => <Explanation day={day} line={row} /> },
  ];
}

function Listed({ line }: { line: ReconciliationLine }) {
  const words = useMessages(moneyWords);
  const { otherDay } = line;
  const hint = line.ourAmount === null ? words.countedOn : words.lateOf;
  return (
    <>
      {words.lists[line.list]}
      {otherDay !== null && <p className="text-ink-2">{hint(otherDay)}</p>}
    </>
  );
}

function Explanation({ day, line }: { day: DayDetail; line: ReconciliationLine }) {
  const words = useMessages(moneyWords);
  const may = useMay();
  if (line.list === 'agree') return '–';
  const canExplain = may('reconciliation:write') && day.closedAt === null;
  return (
    <>
      {line.explanation !== null && (
        <p>
          {typed(line.explanation.reason)} ({typed(line.explanation.by)})
        </p>
      )}
      {canExplain && (
        <ActionButton
          label={words.explain}
          call="reconciliation.explain"
          request={(reason) => ({
            params: { channel: day.channel, day: day.day },
            body: { key: line.key, reason },
          })}
          reason="needed"
          confirmLabel={words.explain}
          done={words.explainedNow}
        >
          <p className="mb-4">{words.explainText(line.reference)}</p>
        </ActionButton>
      )}
    </>
  );
}
