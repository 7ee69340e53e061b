import { seatedStates } from '@exam/contract/machines';
import { sql } from 'kysely';
import { withdrawApplications } from '#cancellations';
import { inTransaction, type Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { record, theSystem } from '#platform/transition';

/** What the candidate reads as the reason of a registration that ended by this choice (R-64: the cause is ours). */
const withdrawReason = 'SessionMoved';

type Choosing = { accountId: string; applicationId: string; choice: 'Accept' | 'Refund' };

/**
 * The candidate keeps the new day, or has everything back, which needs nobody's decision (9.7, row P0). Of two answers at once one wins.
 * @throws Refusal NOT_FOUND; MOVE_CHOICE_CLOSED when there is nothing to choose, or not any more.
 */
export async function chooseAfterMove(tx: Tx, { accountId, applicationId, choice }: Choosing): Promise<void> {
  const { rows: own } = await sql<{ move_id: string | null; can_choose: boolean | null }>`
    select move.move_id, move.can_choose from application left join application_move move on move.application_id = application.id
    where application.id = ${applicationId} and application.account_id = ${accountId} and application.deleted_at is null`.execute(
    tx,
  );
  const [found] = own;
  if (!found) return refuse('NOT_FOUND');
  if (found.move_id === null || found.can_choose !== true) return refuse('MOVE_CHOICE_CLOSED');
  // Locks in the order of everything else: order, session, and the choice last.
  if (choice === 'Refund') await giveBack(tx, applicationId);
  const { rows } = await sql`
    update moved_registration moved set outcome = ${choice === 'Refund' ? 'Refunded' : 'Accepted'}, decided_at = app_now()
    from session_move move
    where move.id = moved.move_id and moved.move_id = ${found.move_id} and moved.application_id = ${applicationId}
      and moved.outcome is null and move.choose_by > app_now()
    returning moved.application_id`.execute(tx);
  if (rows.length === 0) refuse('MOVE_CHOICE_CLOSED');
  const actor = { kind: 'candidate', id: accountId } as const;
  const event = choice === 'Refund' ? 'refuseMove' : 'acceptMove';
  await record(tx, { kind: 'application', id: applicationId, event, actor, reason: null });
}

async function giveBack(tx: Tx, applicationId: string): Promise<void> {
  const withdrawn = await withdrawApplications(tx, theSystem, {
    ids: [applicationId],
    reason: withdrawReason,
    refund: 'everything',
    cause: 'sessionMoved',
  });
  if (!withdrawn.includes(applicationId)) refuse('MOVE_CHOICE_CLOSED');
}

/** At most so many choices in one statement. */
const perRun = 500;

/**
 * Closes the choices whose time is over: the registration stays for the new day, and what holds for every other cancellation holds for it
 * again. Those of registrations that ended meanwhile are overtaken.
 */
export async function closeChoices(): Promise<void> {
  for (;;) {
    const closed = await inTransaction(async (tx) => {
      const { rows } = await sql`
        update moved_registration moved set decided_at = app_now(),
          outcome = case when application.status = any(${[...seatedStates]}::text[]) then 'Lapsed' else 'Overtaken' end
        from application
        where application.id = moved.application_id and (moved.move_id, moved.application_id) in (
          select due.move_id, due.application_id from moved_registration due join session_move move on move.id = due.move_id
          where due.outcome is null and move.choose_by <= app_now() limit ${perRun} for update of due skip locked)
        returning moved.application_id`.execute(tx);
      return rows.length;
    });
    if (closed < perRun) return;
  }
}
