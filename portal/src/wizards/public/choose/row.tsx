import { addDays, chinaDateOf, chinaTimeOf, type RefundOutlook, weekdayOf } from '@exam/contract/rules';
import { useFormats, useMessages } from '@exam/ui/i18n';
import { Button, Money, StatusTag, Tag, type Tone } from '@exam/ui/parts';
import { chinaToday } from '../../../app/china-today.ts';
import type { RegistrationMessages } from '../../../messages/en/registration.ts';
import { registrationWords } from '../../../messages/registration.ts';
import { VenueText } from '../../../page/sitting.tsx';
import { RefundLine } from '../../../page/refund-line.tsx';
import type { SharedFacts } from './shared-facts.ts';
import { outlookOf, priceOf, timesOf, type Session } from './sittings.ts';

const tones: Record<Exclude<Session['status'], 'Available' | 'NotStarted'>, Tone> = {
  Full: 'seal',
  RegistrationEnded: 'plain',
  Expired: 'plain',
};

/**
 * A session on one line: date, weekday, time, city, venue, state, price and the way in; the other columns of the list (registration, group,
 * notes) unfold below it.
 * @param props.shared what the list says above its rows
 */
export function SessionRow(props: {
  session: Session;
  subjectIds: readonly string[];
  shared: SharedFacts;
  isChosen: boolean;
  onChoose: () => void;
  onCode: () => void;
}) {
  const { session } = props;
  const words = useMessages(registrationWords);
  const formats = useFormats();
  const times = timesOf(props);
  const price = priceOf([props], ['one']);
  const outlook = price !== null && session.status === 'Available' ? outlookOf([props], price) : undefined;
  return (
    <li className="session-row">
      <details>
        <summary>
          <time className="font-bold" dateTime={session.examDate}>
            {formats.shortDate(session.examDate)}
          </time>
          {props.shared.times === null && (
            <span className="tabular-nums">{formats.times(times.startTime, times.endTime)}</span>
          )}
          <strong>{session.cityName}</strong>
          {session.venue !== null && <span className="text-sm">{session.venue.name}</span>}
          <Status session={session} />
          {session.isExclusiveSession && <Tag tone="amber">{words.session.group}</Tag>}
          {props.isChosen && <Tag tone="jade">{words.session.chosen}</Tag>}
          {outlook !== undefined && <RefundLine outlook={outlook} isShort />}
        </summary>
        <Facts session={session} outlook={outlook} />
      </details>
      <div className="session-aside">
        <Aside {...props} />
      </div>
    </li>
  );
}

function Facts({ session, outlook }: { session: Session; outlook: RefundOutlook | undefined }) {
  const words = useMessages(registrationWords);
  const formats = useFormats();
  return (
    <dl className="session-facts">
      <div>
        <dt>{words.session.registration}</dt>
        <dd>
          {words.session.period({
            from: formats.instant(session.publishStartTime),
            to: formats.instant(session.publishEndTime),
          })}
        </dd>
      </div>
      {session.isExclusiveSession && (
        <div>
          <dt>{words.session.group}</dt>
          <dd>{words.session.groupYes}</dd>
        </div>
      )}
      {outlook !== undefined && (
        <div>
          <dt>{words.session.refund}</dt>
          <dd>
            <RefundLine outlook={outlook} />
          </dd>
        </div>
      )}
      {session.venue !== null && (
        <div>
          <dt>{words.examInfo.venue}</dt>
          <dd>
            <VenueText venue={session.venue} />
          </dd>
        </div>
      )}
      {session.notice !== null && (
        <div>
          <dt>{words.session.notes}</dt>
          <dd>{session.notice}</dd>
        </div>
      )}
    </dl>
  );
}

/** Nothing of a session that has enough seats: the button beside it says that it can be chosen. */
function Status({ session }: { session: Session }) {
  const words = useMessages(registrationWords).session;
  const formats = useFormats();
  if (session.status === 'NotStarted') {
    return <StatusTag tone="amber">{words.opens(openingText(session.publishStartTime, words, formats))}</StatusTag>;
  }
  if (session.status === 'Available')
    return session.isFewLeft && <StatusTag tone="seal">{words.seats(session.freeSeats)}</StatusTag>;
  return <StatusTag tone={tones[session.status]}>{words.status[session.status]}</StatusTag>;
}

/** "Monday 09:00" within the coming week, else the whole date. */
function openingText(
  at: string,
  words: RegistrationMessages['session'],
  formats: ReturnType<typeof useFormats>,
): string {
  const date = chinaDateOf(at);
  if (date >= addDays(chinaToday(), 7)) return formats.instant(at);
  return words.weekdayAt({ weekday: words.weekdays[weekdayOf(date)] ?? '', time: chinaTimeOf(at) });
}

function Fee({ price }: { price: ReturnType<typeof priceOf> }) {
  const words = useMessages(registrationWords).session;
  const formats = useFormats();
  return (
    <p className="text-right">
      <span className="sr-only">{words.fee} </span>
      {price === null ? (
        <span className="text-sm text-ink-2">{words.feeHidden}</span>
      ) : (
        <Money fen={price.originalAmount} className="font-bold" />
      )}
      {price !== null && price.lateEntryChargeAmount > 0 && (
        <span className="block text-sm font-bold text-seal">
          {words.late(formats.money(price.lateEntryChargeAmount))}
        </span>
      )}
    </p>
  );
}

function Aside({ session, subjectIds, shared, isChosen, onChoose, onCode }: Parameters<typeof SessionRow>[0]) {
  const { session: words, next } = useMessages(registrationWords);
  const formats = useFormats();
  const price = priceOf([{ session, subjectIds }], ['one']);
  const isLocked = session.isExclusiveSession && !session.isInvitationVerified;
  const isOpen = session.status === 'Available';
  const what = words.chooseThis({ date: formats.longDate(session.examDate), city: session.cityName });
  return (
    <>
      {shared.fee === null && <Fee price={price} />}
      {isOpen && isLocked && (
        <Button variant="secondary" small onClick={onCode} aria-label={`${words.enterCode}: ${what}`}>
          {words.enterCode}
        </Button>
      )}
      {isOpen && !isLocked && (
        <Button small onClick={onChoose} aria-label={isChosen ? `${next}: ${what}` : what}>
          {isChosen ? next : words.choose}
        </Button>
      )}
    </>
  );
}
