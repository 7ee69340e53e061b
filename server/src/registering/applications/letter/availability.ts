import { letterStates, pickupEditableStates } from '@exam/contract/machines';
import type { GuardianWait } from '@exam/contract/entities';
import { isMinor, chinaDateOf, letterAvailableFrom, type WorkingCalendar } from '@exam/contract/rules';
import type { ProductRow } from '#offer/catalogue';
import { dobOf, type KeptBirth } from '#platform/birth';
import { refuse } from '#platform/errors';
import type { Paper, SessionForSale } from '#offer/sessions';
import type { ApplicationRow } from '../store.ts';

type Facts = {
  application: Pick<ApplicationRow, 'status' | 'category' | 'registered_at' | 'created_at'> & KeptBirth;
  session: Pick<SessionForSale, 'status' | 'venueId' | 'examDate' | 'startsAt' | 'canSend'>;
  product: Pick<ProductRow, 'letter_lead_days'>;
  calendar: WorkingCalendar;
  now: string;
  guardianWait: GuardianWait | null;
};

/**
 * Whether there is a confirmation letter, and from when; `availableFrom` is null where there will be none as things are. While its
 * guardian is waited for there is none, whatever the day; once the exam has begun nobody is waited for any more, and there will be none.
 */
export type LetterAvailability = {
  isAvailable: boolean;
  availableFrom: string | null;
  guardianWait: GuardianWait | null;
};

/** Decides a letter's day: registered, session published with a venue, the day reached, and no guardian to wait for (PIPL 31). */
export function letterAvailability(facts: Facts): LetterAvailability {
  const { guardianWait, session, now } = facts;
  if (guardianWait !== null && !guardianWait.hasObjected && session.startsAt <= now)
    return { isAvailable: false, availableFrom: null, guardianWait: null };
  const { isAvailable, availableFrom } = dayOf(facts);
  return { isAvailable: isAvailable && guardianWait === null, availableFrom, guardianWait };
}

function dayOf({ application, session, product, calendar, now }: Facts): Omit<LetterAvailability, 'guardianWait'> {
  const isPossible =
    letterStates.some((state) => state === application.status) &&
    session.status === 'Published' &&
    session.venueId !== null;
  if (!isPossible || application.registered_at === null) return { isAvailable: false, availableFrom: null };
  // Staff had the session's letters sent: there is nothing to wait for.
  if (session.canSend) return { isAvailable: true, availableFrom: application.registered_at };
  const availableFrom = letterAvailableFrom({
    origin: application.category === 'Booking' ? 'Booking' : 'Public',
    examDate: session.examDate,
    paidAt: application.registered_at,
    leadDays: product.letter_lead_days,
    calendar,
  });
  return { isAvailable: now >= availableFrom, availableFrom };
}

/** When the first of a registration's papers starts. */
export function startOf(papers: readonly Pick<Paper, 'startsAt'>[]): string {
  return papers.map(({ startsAt }) => startsAt).toSorted()[0] ?? refuse('SUBJECT_NOT_OFFERED');
}

/** Until when a user may change who picks a minor up: the start of the exam; null where nobody may. */
export function pickupEditableUntil(
  application: Facts['application'],
  papers: readonly Pick<Paper, 'startsAt'>[],
): string | null {
  const isEditable =
    pickupEditableStates.some((state) => state === application.status) &&
    isMinor(dobOf('application', application), chinaDateOf(application.created_at));
  return isEditable ? startOf(papers) : null;
}
