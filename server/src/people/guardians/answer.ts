import type { answerStatements } from '@exam/contract/rules';
import { sql } from 'kysely';
import type { Tx } from '#platform/database';
import { isObjection } from './whose.ts';

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
    update guardian_notice notice set objected_at = ${at}::timestamptz, request_id = ${requestId}
    where id = ${id} and (objected_at is null or not ${isObjection})
    returning coalesce(application_id, booking_id, post_test_id) as "objectId"`.execute(tx);
  return rows[0]?.objectId ?? null;
}

type Answer = { objectIds: readonly string[]; statement: (typeof answerStatements)[number]; givenAt: string };

/**
 * What a guardian agreed to by a link at this instant, for one of these registrations, bookings and requests after an exam, is taken back (PIPL 15): no
 * notice has it any more. Whoever took an agreement back is not taken to agree by silence, nor by an objection that staff refused: nothing goes on until
 * they agree again.
 * @returns those whose notices had it.
 */
export async function takeAnswerBack(tx: Tx, { objectIds, statement, givenAt }: Answer): Promise<string[]> {
  const isAgreement = statement === 'guardianAgreed';
  // What was objected to before the line became another registration is not asked about any more.
  const isKept = sql`${isObjection} or notice.replaced_at is not null`;
  const concerned = sql`any(${[...objectIds]}::uuid[])`;
  const { rows } = await sql<{ id: string }>`
    update guardian_notice notice set ${
      isAgreement
        ? sql`agreed_at = null, must_agree = true, objected_at = case when ${isKept} then objected_at end,
          request_id = case when ${isKept} then request_id end`
        : sql`leaving_agreed_at = null`
    }
    where ${sql.ref(isAgreement ? 'agreed_at' : 'leaving_agreed_at')} = ${givenAt}
      and (application_id = ${concerned} or booking_id = ${concerned} or post_test_id = ${concerned})
    returning coalesce(application_id, booking_id, post_test_id) as id`.execute(tx);
  return rows.map(({ id }) => id);
}
