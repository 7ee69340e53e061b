import { applicationMachine } from '@exam/contract/machines';
import { adultAge } from '@exam/contract/rules';
import type { ApplicationStatus } from '@exam/contract/wire';
import { type RawBuilder, sql } from 'kysely';
import { isConsentGone } from '#people/consents';
import { askGuardians } from '#people/guardians';
import type { Tx } from '#platform/database';
import { enqueue, enqueueAll } from '#platform/outbox';
import { type Actor, record, theGateway, transitionAll, transitioning } from '#platform/transition';
import { clonesOf } from './clones.ts';
import { isCartLine, leaveCart } from './leave-cart.ts';
import { isOnce } from './line-problem.ts';

/** What an order needs of an application; `sessionSubjectIds` in the order of its papers. */
export type ApplicationForOrder = {
  id: string;
  code: string;
  status: ApplicationStatus;
  category: 'Booking' | 'Public' | 'PostTest';
  sessionId: string;
  productId: string;
  personKey: Buffer;
  sessionSubjectIds: string[];
  /** Under 18 when it was made: its guardians are asked once it is ordered. */
  isMinor: boolean;
  /** One of the consents last given to it was ended. */
  isConsentGone: boolean;
  /** Whether its product can be registered for now. */
  access: string;
  /** A person takes this exam once, whatever the session (R-55). */
  isOnce: boolean;
};

const ownConsents = sql`consent.application_id = application.id or consent.booking_id = application.booking_id`;

const kind = { table: 'application', kind: 'application' } as const;

/**
 * The account's own applications with these ids; those that are absent, deleted or another account's are left out. It only looks: the caller
 * compares the number.
 */
export async function applicationsForOrder(
  tx: Tx,
  { accountId, ids }: { accountId: string; ids: readonly string[] },
): Promise<ApplicationForOrder[]> {
  return await cartLines(tx, { accountIds: [accountId], ids });
}

/**
 * The applications of several accounts with these ids, locked in id order until the transaction ends; those that are absent, deleted or
 * none of these accounts' are left out. The caller compares owner, number and status.
 * @param mayWait false where those that somebody else holds are to be left out too.
 */
export async function lockForOrders(
  tx: Tx,
  { mayWait, ...wanted }: { accountIds: readonly string[]; ids: readonly string[]; mayWait: boolean },
): Promise<(ApplicationForOrder & { accountId: string })[]> {
  // Waited for first: their consents and products are rows of other tables, and a statement that waits sees those as they were when it began.
  if (mayWait) await cartLines(tx, wanted, sql`for no key update`);
  return await cartLines(tx, wanted, mayWait ? sql`` : sql`for no key update skip locked`);
}

async function cartLines(
  tx: Tx,
  { accountIds, ids }: { accountIds: readonly string[]; ids: readonly string[] },
  lock = sql``,
): Promise<(ApplicationForOrder & { accountId: string })[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<ApplicationForOrder & { accountId: string }>`
    select id, account_id as "accountId", code, status, category, session_id as "sessionId", product_id as "productId",
      person_key as "personKey", coalesce(class_when_made < ${adultAge}, false) as "isMinor",
      array(
        select paper.session_subject_id::text from application_paper paper
        where paper.application_id = application.id order by paper.sort
      ) as "sessionSubjectIds",
      ${isConsentGone(ownConsents)} as "isConsentGone", ${isOnce(sql`application`)} as "isOnce",
      (select access from product where product.id = application.product_id) as access
    from application
    where account_id = any(${[...accountIds]}::uuid[]) and id = any(${[...ids]}::uuid[]) and deleted_at is null
    order by id ${lock}`.execute(tx);
  return rows;
}

/**
 * The applications of new orders leave the cart (9.1 #5), as parts of the statement that writes the orders. Its part `changed` has those
 * that were in the cart.
 */
export function submitting(
  lines: readonly { id: string; accountId: string; requestId: string | null }[],
): RawBuilder<unknown> {
  return transitioning(applicationMachine, {
    ...kind,
    event: 'submit',
    actor: { kind: 'candidate', id: '' },
    ids: lines.map(({ id }) => id),
    each: lines.map(({ accountId, requestId }) => ({ actorId: accountId, requestId })),
  });
}

/**
 * The order is paid: Submitted becomes Registered (9.1 #6) and the letter is due (9.8).
 * @returns the ids that moved.
 */
export async function markRegistered(
  tx: Tx,
  { ids, actor = theGateway }: { ids: readonly string[]; actor?: Actor },
): Promise<string[]> {
  return await registered(tx, await transitionAll(tx, applicationMachine, { ...kind, event: 'register', actor, ids }));
}

/**
 * A late payment was accepted: Expired becomes Registered (9.1 #8, S-3). A clone in the cart is not needed any more. The caller holds them all (`lockWithClones`).
 * @returns the ids that moved.
 */
export async function reviveExpired(
  tx: Tx,
  { ids, actor }: { ids: readonly string[]; actor: Actor },
): Promise<string[]> {
  const change = { ...kind, event: 'revive', actor, ids } as const;
  const moved = await registered(tx, await transitionAll(tx, applicationMachine, change));
  if (moved.length > 0) await enqueueAll(tx, [askGuardians(moved)]);
  const clones = await clonesOf(tx, moved);
  await takeCopiesOut(tx, [...clones.values()].flat(), actor);
  return moved;
}

/** Nobody has asked for these to be forgotten: the sweep of carts forgets them in its time (S-18). */
async function takeCopiesOut(tx: Tx, ids: readonly string[], actor: Actor): Promise<void> {
  const { rows } = await sql<{ id: string }>`
    select id from application
    where id = any(${[...ids]}::uuid[]) and ${isCartLine} and nullif(deleted_at, restricted_at) is null`.execute(tx);
  await leaveCart(
    tx,
    rows.map(({ id }) => id),
  );
  for (const { id } of rows) await record(tx, { kind: 'application', id, event: 'delete', actor });
}

/**
 * The order of these applications ended without payment (9.1 #7), or their session was withdrawn meanwhile (9.1 #16).
 * @returns the ids that moved.
 */
export async function markExpired(
  tx: Tx,
  { ids, actor, event = 'release' }: { ids: readonly string[]; actor: Actor; event?: 'release' | 'closeWithSession' },
): Promise<string[]> {
  const moved = await transitionAll(tx, applicationMachine, { ...kind, event, actor, ids });
  return moved.map((row) => row.id);
}

/** The letter's day is decided by the job itself, from what the exam then is. */
async function registered(tx: Tx, moved: readonly { id: string }[]): Promise<string[]> {
  const ids = moved.map((row) => row.id);
  if (ids.length === 0) return ids;
  await tx
    .updateTable('application')
    .set({ registered_at: sql<string>`app_now()` })
    .where('id', 'in', ids)
    .execute();
  for (const applicationId of ids) {
    await enqueue(tx, 'letters.plan', { applicationId }, { jobKey: `letter:${applicationId}` });
  }
  return ids;
}
