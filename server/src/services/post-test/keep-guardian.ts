import { sensitiveAge } from '@exam/contract/rules';
import { sql } from 'kysely';
import type { Tx } from '#platform/database';

/** Writes what a request of an earlier version keeps of its guardian's number (decision 0076). */
export async function keepGuardianOfRequest(
  tx: Tx,
  { id, guardianKey, isUnder14 }: { id: string; guardianKey: Buffer; isUnder14: boolean },
): Promise<void> {
  await sql`
    update post_test set guardian_key = ${guardianKey},
      class_when_made = coalesce(class_when_made, case when ${isUnder14} then ${sensitiveAge} - 1 else ${sensitiveAge} end)
    where id = ${id}`.execute(tx);
}
