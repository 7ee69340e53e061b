import { sensitiveAge } from '@exam/contract/rules';
import { sql } from 'kysely';
import type { Tx } from '#platform/database';

type Keeping = { id: string; guardianKey: Buffer; isUnder14: boolean };

/**
 * Writes what a registration of an earlier version keeps of its guardian's number (decision 0076).
 * @param bookingId all exams of this booking instead, but those for which staff named another guardian.
 */
export async function keepGuardian(
  tx: Tx,
  { id, guardianKey, isUnder14, bookingId }: Keeping & { bookingId?: string },
): Promise<void> {
  await sql`
    update application set guardian_key = ${guardianKey},
      class_when_made = coalesce(class_when_made, case when ${isUnder14} then ${sensitiveAge} - 1 else ${sensitiveAge} end)
    where case when ${bookingId === undefined} then id = ${id}
      else booking_id = ${bookingId ?? null}::uuid and guardian_changed_at is null end`.execute(tx);
}
