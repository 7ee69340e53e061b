import { type RawBuilder, sql } from 'kysely';
import type { GuardianWait } from '@exam/contract/entities';
import { copyAnswers } from '#people/consents';
import type { Tx } from '#platform/database';
import { noticeGuardian } from './notice.ts';
import { isObjection, noticeOfIt, waitOfIt } from './whose.ts';

/**
 * Which of these registrations wait for their guardian, and until when (PIPL 31): no letter and no entry until the guardian has agreed, or, of
 * somebody of 14 and more, the time to object has ended without an objection.
 */
export async function guardianWaits(tx: Tx, applicationIds: readonly string[]): Promise<Map<string, GuardianWait>> {
  if (applicationIds.length === 0) return new Map();
  const { rows } = await sql<GuardianWait & { id: string }>`
    select distinct on (application.id) application.id, wait.until, wait.has_objected as "hasObjected",
      ${isLinkOver(noticeOfIt)} as "isLinkOver"
    from application join guardian_wait wait on ${waitOfIt}
    where application.id = any(${[...applicationIds]}::uuid[])
    order by application.id, wait.has_objected desc, wait.until desc nulls first`.execute(tx);
  return new Map(rows.map(({ id, ...wait }) => [id, wait]));
}

/** SQL: whether a guardian who has to agree cannot do so by the link they were sent: it is over, or its message did not arrive. */
const isLinkOver = (of: RawBuilder<unknown>) => sql<boolean>`exists (
  select from guardian_notice notice
  where ${of} and notice.must_agree and notice.agreed_at is null and notice.objected_at is null and notice.replaced_at is null
    and (notice.expires_at <= app_now()
      or exists (select from message where message.id = notice.message_id and message.state = 'Failed')))`;

/** The same of requests after an exam. */
export async function requestWaits(tx: Tx, postTestIds: readonly string[]): Promise<Map<string, GuardianWait>> {
  if (postTestIds.length === 0) return new Map();
  const { rows } = await sql<GuardianWait & { id: string }>`
    select distinct on (post_test_id) post_test_id as id, until, has_objected as "hasObjected",
      ${isLinkOver(sql`notice.post_test_id = guardian_wait.post_test_id`)} as "isLinkOver"
    from guardian_wait where post_test_id = any(${[...postTestIds]}::uuid[])
    order by post_test_id, has_objected desc, until desc nulls first`.execute(tx);
  return new Map(rows.map(({ id, ...wait }) => [id, wait]));
}

/**
 * Whether the guardian of a registration has objected to it and staff have not refused that. Its notices stay locked until the transaction ends:
 * an answer comes before or after.
 */
export async function isObjectedTo(tx: Tx, applicationId: string): Promise<boolean> {
  const { rows } = await sql<{ isIt: boolean }>`
    select ${isObjection} as "isIt" from guardian_notice notice where application_id = ${applicationId} for no key update of notice`.execute(
    tx,
  );
  return rows.some(({ isIt }) => isIt);
}

/** A registration that is cloned gives its notices to the clone: the guardian is asked once. */
export async function moveNotices(tx: Tx, { from, to }: { from: string; to: string }): Promise<void> {
  await sql`update guardian_notice set application_id = ${to} where application_id = ${from}`.execute(tx);
  await copyAnswers(tx, { from: [from], to });
}

/**
 * A registration that leaves the cart gives its notices back, with what was agreed to by them, to the last made of those that are the same. One that
 * was paid meanwhile has asked for itself, and gets no more than objections.
 */
export async function giveNoticesBack(tx: Tx, { from, to }: { from: string; to: readonly string[] }): Promise<void> {
  const { rows } = await sql<{ to: string }>`
    update guardian_notice notice set application_id = same.id
    from (select id, status from application where id = any(${[...to]}::uuid[]) order by created_at desc limit 1) same
    where notice.application_id = ${from} and (same.status = 'Expired' or ${isObjection})
    returning same.id as to`.execute(tx);
  if (rows[0]) await copyAnswers(tx, { from: [from], to: rows[0].to });
}

/**
 * A registration whose order was paid late after all (S-3) has its notices back from its clones, with what was agreed to by them. Where a number was told by several, it is the
 * notice by which its holder objected, else the last. Where none has come back, because the clone is another registration now, the guardian is
 * asked about this one again.
 * @param to a registration that belongs to no booking
 */
export async function takeNoticesBack(tx: Tx, { from, to }: { from: readonly string[]; to: string }): Promise<void> {
  await sql`
    with latest as (
      select distinct on (mobile_key) id from guardian_notice notice where application_id = any(${[...from]}::uuid[])
      order by mobile_key, ${isObjection} desc, (replaced_at is null) desc, made_at desc)
    update guardian_notice notice set application_id = ${to} from latest where notice.id = latest.id`.execute(tx);
  await copyAnswers(tx, { from, to });
  await noticeGuardian(tx, { application_id: to });
}

/**
 * Registrations that were out of use, where no link opens (PIPL 47), are given back: whoever has a time to object has as much of it as was left,
 * and no longer than to the beginning of the day before the exam.
 */
export async function giveTimeBack(tx: Tx, applicationIds: readonly string[]): Promise<void> {
  await sql`
    with gone as (
      select application.id, application.restricted_at as since, app_now() - application.restricted_at as lost, session.starts_at,
        date_trunc('day', session.starts_at, 'Asia/Shanghai') - interval '1 day' as before
      from application join exam_session session on session.id = application.session_id
      where application.id = any(${[...applicationIds]}::uuid[]))
    update guardian_notice notice set
      waits_until = greatest(notice.waits_until, least(notice.waits_until + gone.lost, gone.before)),
      expires_at = greatest(notice.expires_at, least(notice.expires_at + gone.lost, gone.starts_at))
    from gone
    where notice.application_id = gone.id and notice.waits_until > gone.since
      and notice.agreed_at is null and notice.objected_at is null and notice.replaced_at is null`.execute(tx);
}
