import { liveApplicationStates } from '@exam/contract/machines';
import { sql } from 'kysely';
import type { Tx } from '#platform/database';
import { isCartLine, leaveCart } from './cart/leave-cart.ts';

/** How many registrations of the account have their exam before them, the exam day included. */
export async function countOpenApplications(tx: Tx, accountId: string): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) filter (where application.status = any(${[...liveApplicationStates]}::text[])
      and summary.exam_date >= (app_now() at time zone 'Asia/Shanghai')::date)::integer as count
    from application join application_summary summary on summary.application_id = application.id
    where application.account_id = ${accountId} and application.deleted_at is null`.execute(tx);
  return rows[0]?.count ?? 0;
}

/** The registrations with an exam ahead, of an account or of one of its candidates, by the day of the exam; out of use are none of them. */
export async function liveRegistrations(
  tx: Tx,
  { accountId, candidateId }: { accountId: string; candidateId: string | null },
): Promise<{ id: string; code: string; examDate: string }[]> {
  const { rows } = await sql<{ id: string; code: string; examDate: string }>`
    select application.id, application.code, session.exam_date::text as "examDate"
    from application join exam_session session on session.id = application.session_id
    where application.account_id = ${accountId} and application.deleted_at is null
      and (${candidateId}::uuid is null or application.candidate_id = ${candidateId}::uuid)
      and application.status = any(${[...liveApplicationStates]}::text[])
      and session.exam_date >= (app_now() at time zone 'Asia/Shanghai')::date
    order by session.exam_date, application.code`.execute(tx);
  return rows;
}

/** Empties the account's cart for good, after `forgetCartOf`: takes out of it what a hold keeps. */
export async function emptyCart(tx: Tx, accountId: string): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from application where account_id = ${accountId} and ${isCartLine} and deleted_at is null`.execute(tx);
  await leaveCart(
    tx,
    rows.map(({ id }) => id),
  );
}
