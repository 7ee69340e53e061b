import { seatedStates } from '@exam/contract/machines';
import { sql } from 'kysely';
import { withdrawApplications } from '#services/cancellations';
import type { Tx } from '#platform/database';
import { manyAtOnce, type Wanted } from '#platform/each';
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

/** How many choices one statement takes. */
const atOnce = 500;

/**
 * Closes the choices whose time is over: the registration stays for the new day, and what holds for every other cancellation holds for it
 * again. Those of registrations that ended meanwhile are overtaken.
 */
export async function closeChoices(): Promise<void> {
  await manyAtOnce({ take: takeOver, work: close, atOnce });
}

/** A registration and its move; of one registration there is one open choice. */
type Over = { id: string; moveId: string };

async function takeOver(tx: Tx, { most, but }: Wanted): Promise<Over[]> {
  const { rows } = await sql<Over>`
    select due.application_id as id, due.move_id as "moveId"
    from moved_registration due join session_move move on move.id = due.move_id
    where due.outcome is null and move.choose_by <= app_now() and due.application_id <> all(${[...but]}::uuid[])
    limit ${most} for no key update of due skip locked`.execute(tx);
  return rows;
}

async function close(tx: Tx, over: readonly Over[]): Promise<void> {
  await sql`
    update moved_registration moved set decided_at = app_now(),
      outcome = case when application.status = any(${[...seatedStates]}::text[]) then 'Lapsed' else 'Overtaken' end
    from application
    where application.id = moved.application_id and (moved.move_id, moved.application_id) in (
      select * from unnest(${over.map(({ moveId }) => moveId)}::uuid[], ${over.map(({ id }) => id)}::uuid[]))`.execute(
    tx,
  );
}
