import { sql } from 'kysely';
import type { Tx } from '#platform/database';
import { carryCases } from '#people/guardians';
import { refuse } from '#platform/errors';
import { enqueue } from '#platform/outbox';
import { type Actor, record } from '#platform/transition';
import { lockSessions, releaseSeats, sessionsForSale, takeSeats } from '#offer/sessions';
import { seated } from './states.ts';
import { keepLeaveAllowed } from './leave-after-move.ts';

type Moving = {
  id: string;
  order_id: string;
  account_id: string;
  session_id: string;
  person_key: Buffer;
  birth_key: Buffer | null;
  /** Session subjects; `to` is null where the new session lacks the subject. */
  papers: { from: string; to: string | null }[];
};

/**
 * Moves paid registrations to another session of the same product: old seats freed, new ones taken as paid, papers changed to those
 * of the same subjects, letters renewed. The price stays as it was paid. All of them or none. The caller locks the orders, decides
 * whether the new session may be taken, and tells the owners.
 * @throws Refusal ILLEGAL_STATE when one of them is not registered any more, SUBJECT_NOT_OFFERED when the session lacks a subject, NOT_ENOUGH_FREE_SEATS, ALREADY_REGISTERED (each 412).
 */
export async function moveToSession(
  tx: Tx,
  { ids, sessionId, actor, reason }: { ids: readonly string[]; sessionId: string; actor: Actor; reason: string },
): Promise<void> {
  const moving = await papersToMove(tx, ids, sessionId);
  if (moving.length < new Set(ids).size) refuse('ILLEGAL_STATE');
  await lockSessions(tx, [...new Set([sessionId, ...moving.map((one) => one.session_id)])]);
  if (moving.some(({ papers }) => papers.some(({ to }) => to === null))) refuse('SUBJECT_NOT_OFFERED');
  for (const [orderId, ones] of Map.groupBy(moving, (one) => one.order_id))
    await moveSeats(tx, { orderId, ones, sessionId });
  for (const one of moving) {
    const { id, papers } = one;
    for (const { from, to } of papers)
      await sql`
        update application_paper set session_subject_id = ${to}
        where application_id = ${id} and session_subject_id = ${from}`.execute(tx);
    await sql`
      update application set session_id = ${sessionId}, letter_version = letter_version + 1 where id = ${id}`.execute(
      tx,
    );
    const { account_id: accountId, person_key: personKey, birth_key: birthKey, session_id: from } = one;
    await carryCases(tx, {
      accountId,
      from: { personKey, birthKey: null, lastName: null, letters: null, sitting: from },
      to: { personKey, birthKey, lastName: null, letters: null, sitting: sessionId },
    });
    await record(tx, { kind: 'application', id, event: 'move', actor, reason });
    await enqueue(tx, 'letters.plan', { applicationId: id }, { jobKey: `letter:${id}` });
  }
  const [session] = await sessionsForSale(tx, [sessionId]);
  if (session) await keepLeaveAllowed(tx, { sessionId, ids, examDate: session.examDate, actor });
}

type Seats = { orderId: string; ones: readonly Moving[]; sessionId: string };

async function moveSeats(tx: Tx, { orderId, ones, sessionId }: Seats): Promise<void> {
  await releaseSeats(tx, { orderId, reason: 'moved', applicationIds: ones.map((one) => one.id) });
  const lines = ones.map((one) => ({
    applicationId: one.id,
    sessionId,
    sessionSubjectIds: one.papers.flatMap(({ to }) => to ?? []),
    personKey: one.person_key,
  }));
  const accountId = ones[0]?.account_id ?? '';
  const answer = await takeSeats(tx, { orderId, accountId, heldUntil: null, lines });
  if (!answer.taken) refuse(answer.insufficient.length > 0 ? 'NOT_ENOUGH_FREE_SEATS' : 'ALREADY_REGISTERED');
}

async function papersToMove(tx: Tx, ids: readonly string[], sessionId: string): Promise<Moving[]> {
  const { rows } = await sql<Moving>`
    select application.id, paid.order_id, application.account_id, application.session_id, application.person_key, application.birth_key,
      (select json_agg(json_build_object('from', paper.session_subject_id, 'to', other.id) order by paper.sort)
        from application_paper paper
        left join session_subject other on other.session_id = ${sessionId} and other.subject_id = paper.subject_id
        where paper.application_id = application.id) as papers
    from application join application_paid paid on paid.application_id = application.id
    where application.id = any(${[...ids]}::uuid[]) and application.status in ${seated}
    order by application.id`.execute(tx);
  return rows;
}
