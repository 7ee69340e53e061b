import { useLanguage, useMessages } from '@exam/ui/i18n';
import { InstantText, Table, type Column } from '@exam/ui/parts';
import { moneyWords } from '../../../messages/money.ts';
import { linked, Money, Section, Wide, typed, wordOf } from '../../../page/index.ts';
import { channelOf } from '../display.ts';
import type { OrderDetail } from '../types.ts';

type OfOrder = { order: OrderDetail };

function Part<Row>(props: {
  title: string;
  empty: string;
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  columns: readonly Column<Row>[];
}) {
  return (
    <Section title={props.title}>
      {props.rows.length === 0 ? (
        <p className="text-ink-2">{props.empty}</p>
      ) : (
        <Wide label={props.title}>
          <Table caption={props.title} rows={props.rows} rowKey={props.rowKey} columns={props.columns} />
        </Wide>
      )}
    </Section>
  );
}

/** What was ordered, with the parts of its price. */
export function Lines({ order }: OfOrder) {
  const words = useMessages(moneyWords);
  const { language } = useLanguage();
  const money = (
    key: 'localFeeAmount' | 'boardFeeAmount' | 'vat' | 'lateEntryChargeAmount' | 'payAmount',
    header: string,
  ) => ({
    key,
    header,
    end: true,
    cell: (row: OrderDetail['lines'][number]) => <Money fen={row[key]} />,
  });
  return (
    <Part
      title={words.lines}
      empty=""
      rows={order.lines}
      rowKey={(row) => row.applicationId}
      columns={[
        {
          key: 'code',
          header: words.application,
          cell: (row) =>
            linked('application', order.category === 'PostTest' ? null : row.applicationId, row.applicationCode),
        },
        { key: 'name', header: words.candidates, cell: (row) => typed(row.candidateName) },
        {
          key: 'subject',
          header: words.subject,
          cell: (row) => (language === 'zh' ? row.subjectNameZh : row.subjectNameEn),
        },
        money('localFeeAmount', words.localFee),
        money('boardFeeAmount', words.boardFee),
        money('vat', words.vat),
        money('lateEntryChargeAmount', words.lateFee),
        money('payAmount', words.total),
      ]}
    />
  );
}

/** Money that came, by channel or by hand. */
export function Payments({ order }: OfOrder) {
  const words = useMessages(moneyWords);
  return (
    <Part
      title={words.payments}
      empty={words.noPayments}
      rows={order.payments}
      rowKey={(row) => row.id}
      columns={[
        {
          key: 'no',
          header: words.channelTradeNo,
          cell: (row) => <span className="break-all">{typed(row.channelTradeNo)}</span>,
        },
        { key: 'channel', header: words.channel, cell: (row) => channelOf(words, row.channel) },
        { key: 'use', header: words.standsFor, cell: (row) => (row.isSettling ? words.settling : words.surplus) },
        { key: 'amount', header: words.amount, end: true, cell: (row) => <Money fen={row.amount} /> },
        { key: 'refunded', header: words.refunded, end: true, cell: (row) => <Money fen={row.refundedAmount} /> },
        { key: 'at', header: words.paidAt, cell: (row) => <InstantText at={row.paidAt} /> },
      ]}
    />
  );
}

/** Money that goes back. */
export function Refunds({ order }: OfOrder) {
  const words = useMessages(moneyWords);
  return (
    <Part
      title={words.refunds}
      empty={words.noRefunds}
      rows={order.refunds}
      rowKey={(row) => row.id}
      columns={[
        { key: 'no', header: words.serial, cell: (row) => linked('refund', row.id, row.serialNumber) },
        { key: 'status', header: words.status, cell: (row) => words.refundStatuses[row.status] },
        { key: 'cause', header: words.cause, cell: (row) => wordOf(words.causes, row.cause) },
        { key: 'amount', header: words.amount, end: true, cell: (row) => <Money fen={row.amount} /> },
      ]}
    />
  );
}

/** The trades that were started at a channel. */
export function Attempts({ order }: OfOrder) {
  const words = useMessages(moneyWords);
  return (
    <Part
      title={words.attempts}
      empty={words.noAttempts}
      rows={order.attempts}
      rowKey={(row) => row.id}
      columns={[
        { key: 'no', header: words.tradeNo, cell: (row) => <span className="break-all">{row.tradeNo}</span> },
        { key: 'channel', header: words.channel, cell: (row) => channelOf(words, row.channel) },
        { key: 'status', header: words.status, cell: (row) => wordOf(words.attemptStatuses, row.status) },
        { key: 'amount', header: words.amount, end: true, cell: (row) => <Money fen={row.amount} /> },
        { key: 'at', header: words.started, cell: (row) => <InstantText at={row.createdAt} /> },
        {
          key: 'ended',
          header: words.ended,
          cell: (row) => (row.endedAt === null ? '–' : <InstantText at={row.endedAt} />),
        },
      ]}
    />
  );
}

/** The double entries of the order. */
export function Entries({ order }: OfOrder) {
  const words = useMessages(moneyWords);
  const rows = order.ledger.map((row, index) => ({ ...row, index }));
  return (
    <Part
      title={words.ledger}
      empty={words.noLedger}
      rows={rows}
      rowKey={(row) => String(row.index)}
      columns={[
        { key: 'at', header: words.when, cell: (row) => <InstantText at={row.at} /> },
        { key: 'kind', header: words.entry, cell: (row) => wordOf(words.entries, row.kind) },
        { key: 'account', header: words.account, cell: (row) => wordOf(words.accounts, row.account) },
        {
          key: 'debit',
          header: words.debit,
          end: true,
          cell: (row) => <Money fen={row.amount > 0 ? row.amount : null} />,
        },
        {
          key: 'credit',
          header: words.credit,
          end: true,
          cell: (row) => <Money fen={row.amount < 0 ? -row.amount : null} />,
        },
      ]}
    />
  );
}

/** What the channel told us, with the fields that are not about the payer. */
export function Messages({ order }: OfOrder) {
  const words = useMessages(moneyWords);
  return (
    <Part
      title={words.channelMessages}
      empty={words.noMessages}
      rows={order.messages}
      rowKey={(row) => row.id}
      columns={[
        { key: 'at', header: words.when, cell: (row) => <InstantText at={row.receivedAt} /> },
        { key: 'kind', header: words.kind, cell: (row) => wordOf(words.messageKinds, row.kind) },
        { key: 'outcome', header: words.outcome, cell: (row) => wordOf(words.outcomes, row.outcome) },
        {
          key: 'fields',
          header: words.rawFields,
          cell: (row) => (
            <details>
              <summary>{row.tradeNo}</summary>
              <dl className="text-sm">
                {row.fields.map(({ name, value }) => (
                  <div key={name} className="break-all">
                    <dt className="inline text-ink-2">{name}: </dt>
                    <dd className="inline">{value}</dd>
                  </div>
                ))}
              </dl>
            </details>
          ),
        },
      ]}
    />
  );
}
