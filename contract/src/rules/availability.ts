import type { Availability } from '../entities/scalars.ts';
import type { Instant } from './china-date.ts';

/** What is known of a session at a moment. */
export interface SessionFacts {
  status: 'Draft' | 'Published' | 'Withdrawn';
  /** False when the venue is inactive and has no substitute. */
  venueActive: boolean;
  now: Instant;
  examStartAt: Instant;
  publishStartAt: Instant;
  publishEndAt: Instant;
  /** Capacity. */
  seat: number;
  /** Held and paid. */
  registered: number;
}

/**
 * Whether one can register for a session, in the precedence of spec 3-domain 9.7. `NotListed` sessions are shown to nobody. The
 * last moment of registration, `publishEndAt`, still belongs to it.
 */
export function sessionAvailability(session: SessionFacts): Availability | 'NotListed' {
  const { now } = session;
  if (session.status !== 'Published' || !session.venueActive) return 'NotListed';
  if (now >= session.examStartAt) return 'Expired';
  if (now > session.publishEndAt) return 'RegistrationEnded';
  if (now < session.publishStartAt) return 'NotStarted';
  return session.seat - session.registered <= 0 ? 'Full' : 'Available';
}

/** The second reading of availability: a projection of the first. */
export function secondReading(availability: Availability): 'Open' | 'ClosedOfFull' | 'ClosedOfExpired' {
  if (availability === 'Available') return 'Open';
  return availability === 'Full' ? 'ClosedOfFull' : 'ClosedOfExpired';
}

/** Whether the free seats are few enough to say so: at most 3, or 5 % of the capacity, and not none (9.7). */
export function fewSeatsLeft(free: number, seat: number): boolean {
  return free > 0 && free <= Math.max(3, seat * 0.05);
}
