import type { Availability } from '@exam/contract/entities';
import { sql, type RawBuilder } from 'kysely';

/** What a session can be: listed with an availability, or not listed at all (9.7). */
export type ListedAvailability = Availability | 'NotListed';

/**
 * Availability of session `s` with venue `v` (left join) at an instant, decided in the database (9.7). The function is
 * in the migrations; a test holds it equal to the contract's rule.
 */
export function availabilityAt(now: string): RawBuilder<ListedAvailability> {
  return sql<ListedAvailability>`session_availability(s.status, v.status, s.starts_at, s.publish_start_at, s.publish_end_at, s.seat - s.registered, ${now}::timestamptz)`;
}
