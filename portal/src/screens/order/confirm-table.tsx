import { useFormats, useMessages } from '@exam/ui/i18n';
import { DateText, Money, Table, Tag, type Column } from '@exam/ui/parts';
import { applicationWords } from '../../messages/application.ts';
import { orderWords } from '../../messages/order.ts';
import { VenueText } from '../../page/sitting.tsx';
import type { CartPrice } from '../cart/cart-data.ts';
import type { ConfirmLine } from './confirm-data.ts';
import type { Refusal } from './use-placing.ts';

/** Exam, subject, date, time, place, candidate name, application ID and exam fee of every line. */
export function ConfirmTable(props: {
  lines: readonly ConfirmLine[];
  price: CartPrice;
  before: CartPrice | null;
  refusal: Refusal | null;
}) {
  const { fields } = useMessages(applicationWords);
  const words = useMessages(orderWords).confirm;
  const { times } = useFormats();
  const columns: Column<ConfirmLine>[] = [
    { key: 'exam', header: fields.exam, cell: (line) => line.productName },
    { key: 'subject', header: fields.subject, cell: (line) => line.subjectName },
    { key: 'date', header: fields.date, cell: (line) => <DateText date={line.examDate} weekday={false} /> },
    {
      key: 'time',
      header: words.time,
      cell: (line) => <span className="sm:whitespace-nowrap">{times(line.startTime, line.endTime)}</span>,
    },
    { key: 'city', header: fields.city, cell: (line) => <Place line={line} /> },
    { key: 'candidate', header: fields.candidate, cell: (line) => line.candidateName },
    { key: 'code', header: fields.code, cell: (line) => <span className="sm:whitespace-nowrap">{line.code}</span> },
    { key: 'fee', header: fields.fee, end: true, cell: (line) => <Fee {...props} line={line} /> },
  ];
  return <Table caption={words.caption} columns={columns} rows={props.lines} rowKey={(line) => line.applicationId} />;
}

function Place({ line }: { line: ConfirmLine }) {
  return (
    <span>
      {line.cityName}
      {line.venue && (
        <span className="block text-sm">
          <VenueText venue={line.venue} />
        </span>
      )}
    </span>
  );
}

function Fee(props: { line: ConfirmLine; price: CartPrice; before: CartPrice | null; refusal: Refusal | null }) {
  const words = useMessages(orderWords).confirm;
  const reasons: Readonly<Record<string, string>> = words.lines;
  const id = props.line.applicationId;
  const now = amountIn(props.price, id);
  const before = props.before === null ? now : amountIn(props.before, id);
  const refused = props.refusal?.lines[id];
  return (
    <span className="inline-grid justify-items-end gap-1">
      <Money fen={now ?? props.line.payAmount} className="font-bold" />
      {before !== now && <Tag tone="amber">{words.changedLine}</Tag>}
      {refused !== undefined && <span className="font-bold text-seal">{reasons[refused] ?? words.lineRefused}</span>}
    </span>
  );
}

function amountIn(price: CartPrice, id: string): number | undefined {
  return price.lines.find((line) => line.applicationId === id)?.payAmount;
}
