import { sql } from 'kysely';
import type { Tx } from '#platform/database';

/** Notes that a guardian agreed by their link, which is open, at the first time they did; and whether the child may leave alone, null where not. */
export async function noteAgreement(
  tx: Tx,
  { id, agreedAt, leavingAt }: { id: string; agreedAt: string; leavingAt: string | null },
): Promise<void> {
  await sql`
    update guardian_notice set agreed_at = coalesce(agreed_at, ${agreedAt}), leaving_agreed_at = ${leavingAt}
    where id = ${id}`.execute(tx);
}

/**
 * Notes that a guardian objected, with the request that is made of it: the link is used up.
 * @returns the registration, booking or request after an exam that it is about; null where they had objected before.
 */
export async function noteObjection(
  tx: Tx,
  { id, requestId, at }: { id: string; requestId: string; at: string },
): Promise<string | null> {
  const { rows } = await sql<{ objectId: string }>`
    update guardian_notice set objected_at = ${at}::timestamptz, request_id = ${requestId} where id = ${id} and objected_at is null
    returning coalesce(application_id, booking_id, post_test_id) as "objectId"`.execute(tx);
  return rows[0]?.objectId ?? null;
}
