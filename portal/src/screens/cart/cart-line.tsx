import { useFormats, useMessages } from '@exam/ui/i18n';
import { Button, LinkButton, Money, Notice, Tag, Ticket } from '@exam/ui/parts';
import { applicationWords } from '../../messages/application.ts';
import { cartWords } from '../../messages/cart.ts';
import { SittingLine } from '../../page/sitting.tsx';
import type { CartLine } from './cart-data.ts';

const fewSeats = 3;

/** A line of the cart: the ticket, whether it is ordered, what is in the way, what changed. */
export function CartTicket(props: {
  line: CartLine;
  /** What it costs as part of the choice, in fen. */
  amount: number;
  isChosen: boolean;
  onChoose: (isChosen: boolean) => void;
  onRemove: () => void;
}) {
  const { line } = props;
  const words = useMessages(cartWords);
  const canOrder = line.problem === null;
  const name = `${line.productName} · ${line.subjectName}`;
  return (
    <Ticket
      as="li"
      date={line.examDate}
      className={canOrder ? '' : 'bg-plain-soft'}
      aside={<Aside {...props} name={name} />}
    >
      <div className="flex gap-3">
        {canOrder && (
          <input
            type="checkbox"
            className="mt-1 size-6 flex-none accent-jade"
            aria-label={words.choose({ subject: name, candidate: line.candidateName })}
            checked={props.isChosen}
            onChange={(event) => props.onChoose(event.target.checked)}
          />
        )}
        <div className="min-w-0">
          <h2 className="text-lg">{name}</h2>
          <p className="font-bold">{line.candidateName}</p>
          <SittingLine date={line.examDate} {...line} />
          <LineFacts line={line} />
        </div>
      </div>
      <LineNotices line={line} />
    </Ticket>
  );
}

function LineFacts({ line }: { line: CartLine }) {
  const words = useMessages(cartWords);
  const codeWords = useMessages(applicationWords);
  const formats = useFormats();
  const isShort = line.problem === null && line.freeSeats > 0 && line.freeSeats <= fewSeats;
  return (
    <div className="mt-1 text-sm text-ink-2">
      <p>{codeWords.code(line.code)}</p>
      {line.problem === null && <p>{words.until(formats.deadline(line.publishEndTime))}</p>}
      {isShort && (
        <p className="mt-1">
          <Tag tone="amber">{words.seatsLeft(line.freeSeats)}</Tag>
        </p>
      )}
    </div>
  );
}

function LineNotices({ line }: { line: CartLine }) {
  const words = useMessages(cartWords);
  const problems: Readonly<Record<string, string>> = words.problems;
  const notes = [line.specialNotice, line.notice].filter((note) => note !== null && note !== '');
  return (
    <div className="mt-3 grid gap-2 empty:hidden">
      {line.problem !== null && <Notice tone="error">{problems[line.problem] ?? words.otherProblem}</Notice>}
      {line.asksGuardian && <p className="text-sm">{words.asksGuardian}</p>}
      {line.isPriceChanged && <Notice tone="warning">{words.priceChanged}</Notice>}
      {notes.map((note) => (
        <p key={note} className="border-l-2 border-line pl-3 text-sm text-ink-2">
          {note}
        </p>
      ))}
    </div>
  );
}

function Aside(props: { line: CartLine; amount: number; name: string; onRemove: () => void }) {
  const { line, name } = props;
  const words = useMessages(cartWords);
  const formats = useFormats();
  return (
    <>
      <p className="sm:text-right">
        <Money fen={props.amount} className="text-lg font-bold" />
        {line.lateEntryChargeAmount > 0 && (
          <span className="block text-sm text-ink-2">{words.lateEntry(formats.money(line.lateEntryChargeAmount))}</span>
        )}
      </p>
      <div className="flex flex-wrap justify-end gap-1">
        {line.applicationStatus === 'Initiated' && (
          <LinkButton
            variant="quiet"
            small
            href={`/candidate/shopping-cart/application/${line.applicationId}`}
            aria-label={words.detailsOf(name)}
          >
            {words.details}
          </LinkButton>
        )}
        <Button variant="quiet" small aria-label={words.removeOf(name)} onClick={props.onRemove}>
          {words.remove}
        </Button>
      </div>
    </>
  );
}
