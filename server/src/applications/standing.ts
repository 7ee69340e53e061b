import { letterStates, pickupEditableStates } from '@exam/contract/machines';
import {
  isMinor,
  chinaDateOf,
  lastMomentBefore,
  letterAvailableFrom,
  type WorkingCalendar,
} from '@exam/contract/rules';
import type { ProductRow } from '#catalogue';
import type { SessionForSale } from '#sessions';
import type { ApplicationRow } from './store.ts';

type Facts = {
  application: Pick<ApplicationRow, 'status' | 'category' | 'registered_at' | 'dob' | 'created_at'>;
  session: Pick<SessionForSale, 'status' | 'venueId' | 'examDate' | 'canSend'>;
  product: Pick<ProductRow, 'letter_lead_days'>;
  calendar: WorkingCalendar;
  now: string;
};

/** Whether there is a confirmation letter, and from when; `availableFrom` is null where there will be none as things stand. */
export type LetterStanding = { isAvailable: boolean; availableFrom: string | null };

/** Decides a letter's day: registered, session published with a venue, and the day reached. */
export function letterStanding({ application, session, product, calendar, now }: Facts): LetterStanding {
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

/** Until when a user may change who picks a minor up: 24:00 of the working day before the exam; null where nobody may. */
export function pickupEditableUntil({ application, session, calendar }: Facts): string | null {
  const isEditable =
    pickupEditableStates.some((state) => state === application.status) &&
    isMinor(application.dob, chinaDateOf(application.created_at));
  return isEditable ? lastMomentBefore(calendar, session.examDate, 1) : null;
}
