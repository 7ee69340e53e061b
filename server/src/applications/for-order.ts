import { applicationMachine } from '@exam/contract/machines';
import type { ApplicationStatus } from '@exam/contract/wire';
import { type RawBuilder, sql } from 'kysely';
import { isConsentGone } from '#consents';
import type { Tx } from '#platform/database';
import { enqueue } from '#platform/outbox';
import { type Actor, theGateway, transitionAll, transitioning } from '#platform/transition';

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
  /** One of the consents last given to it was ended. */
  isConsentGone: boolean;
};

const ownConsents = sql`consent.application_id = application.id or consent.booking_id = application.booking_id`;

const kind = { table: 'application', kind: 'application' } as const;

/**
 * The account's own applications with these ids, locked in id order until the transaction ends; those that are absent, deleted
 * or another account's are left out. The caller compares the number and looks at the status. `isPreview` only looks and locks nothing.
 */
export async function applicationsForOrder(
  tx: Tx,
  { accountId, ids, isPreview = false }: { accountId: string; ids: readonly string[]; isPreview?: boolean },
): Promise<ApplicationForOrder[]> {
  if (ids.length === 0) return [];
  const query = tx
    .selectFrom('application')
    .select(['id', 'code', 'status', 'category', 'session_id', 'product_id', 'person_key'])
    .select(
      sql<string[]>`array(
        select paper.session_subject_id::text from application_paper paper
        where paper.application_id = application.id order by paper.sort
      )`.as('papers'),
    )
    .select(isConsentGone(ownConsents).as('is_consent_gone'))
    .where('account_id', '=', accountId)
    .where('id', 'in', [...ids])
    .where('deleted_at', 'is', null)
    .orderBy('id');
  const rows = await (isPreview ? query : query.forUpdate()).execute();
  return rows.map((row) => ({
    id: row.id,
    code: row.code,
    status: row.status,
    category: row.category,
    sessionId: row.session_id,
    productId: row.product_id,
    personKey: row.person_key,
    sessionSubjectIds: row.papers,
    isConsentGone: row.is_consent_gone,
  }));
}

/**
 * The applications of a new order leave the cart (9.1 #5), as parts of the statement that writes the order. Its part `changed` has those
 * that were in the cart.
 */
export function submitting({ ids, accountId }: { ids: readonly string[]; accountId: string }): RawBuilder<unknown> {
  const actor: Actor = { kind: 'candidate', id: accountId };
  return transitioning(applicationMachine, { ...kind, event: 'submit', actor, ids });
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
 * A late payment was accepted: Expired becomes Registered (9.1 #8, S-3).
 * @returns the ids that moved.
 */
export async function reviveExpired(
  tx: Tx,
  { ids, actor }: { ids: readonly string[]; actor: Actor },
): Promise<string[]> {
  return await registered(tx, await transitionAll(tx, applicationMachine, { ...kind, event: 'revive', actor, ids }));
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
