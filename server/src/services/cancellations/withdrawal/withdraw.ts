import { seatedStates } from '@exam/contract/machines';
import { sql } from 'kysely';
import {
  holdRegistrations,
  moveRegistrations,
  type PaidRegistration,
  paidRegistrations,
} from '#registering/applications';
import { lockOrder } from '#checkout/orders';
import { closeStuck, openException } from '#books/ledger';
import { readNow } from '#platform/clock';
import { inSavepoint, type Tx } from '#platform/database';
import { refuse, Refusal } from '#platform/errors';
import { logError } from '#platform/log';
import { type Actor, theSystem } from '#platform/transition';
import { endPendingRefund, refundForProvider } from '#books/refunds';
import { releaseSeats } from '#offer/sessions';
import { quoteSet } from '../quote.ts';
import { paidPart } from '../request.ts';
import { closeRequest, lockOpenRequest } from '../store.ts';
import { refuseTaken } from '../taken.ts';
import { closeRequestItems } from '../take-back.ts';
import { tellOwner } from '../notify.ts';

/**
 * What a withdrawal gives back: everything paid, for a cause of ours (row P0); what the candidate would get now by the policy of the
 * product; or an amount that staff decided, fen for each application.
 */
export type WithdrawalRefund = 'everything' | 'policy' | { amounts: ReadonlyMap<string, number> };

export type Withdrawal = {
  ids: readonly string[];
  /** The candidate reads it. */
  reason: string;
  refund: WithdrawalRefund;
  /** Default `withdrawal`: one registration, by staff. */
  cause?: 'sessionWithdrawn' | 'sessionMoved' | 'underSubscribed' | 'withdrawal';
};

const seated: readonly string[] = seatedStates;

/**
 * Withdraws paid registrations (9.1 #14 by staff, #15 by the system): seats freed, refunds approved and handed to the worker, letters
 * invalid, owners told. An undecided cancellation request is overtaken by it. Registrations in another state are left alone, so it
 * may be repeated. Two persons, where S-16 asks for them, are the caller's.
 * @returns the ids that were withdrawn now.
 * @throws Refusal EXAM_TAKEN for staff, once the exam was taken; REFUND_TOO_MUCH for an amount above what was paid; ILLEGAL_STATE for an actor the table does not name.
 */
export async function withdrawApplications(tx: Tx, actor: Actor, withdrawal: Withdrawal): Promise<string[]> {
  const ids = await withWholeRequests(tx, withdrawal.ids);
  const found = await paidRegistrations(tx, ids);
  for (const orderId of [...new Set(found.map((one) => one.orderId))].toSorted()) await lockOrder(tx, { orderId });
  await holdRegistrations(tx, ids);
  const set = (await paidRegistrations(tx, ids)).filter((one) => seated.includes(one.status));
  if (set.length === 0) return [];
  if (actor.kind === 'staff') await refuseTaken(tx, set);
  await overtakeRequests(tx, actor, set);
  const event = actor.kind === 'staff' ? 'withdraw' : 'withdrawWithSession';
  const moved = await moveRegistrations(tx, { ids: set.map((one) => one.id), event, actor, reason: withdrawal.reason });
  const amounts = await amountsOf(tx, set, withdrawal.refund);
  for (const one of set.filter(({ id }) => moved.includes(id))) await giveBack(tx, actor, { one, withdrawal, amounts });
  for (const [orderId, ones] of Map.groupBy(set, (one) => one.orderId))
    await releaseSeats(tx, { orderId, reason: 'withdrawn', applicationIds: ones.map((one) => one.id) });
  for (const orderId of new Set(set.map((one) => one.orderId))) await closeStuck(tx, orderId);
  return moved;
}

/** What became of a withdrawal of many: the ids withdrawn now, and those of orders that could not be. */
export type WithdrawnEach = { withdrawn: string[]; stuck: string[] };

/**
 * The same for everybody of a session or a paper, by the system, order by order: one that cannot be withdrawn holds nobody up and is
 * put before staff once (`withdrawalStuck`). May be repeated; what goes through then is taken off the board again.
 */
export async function withdrawEach(tx: Tx, { ids, ...withdrawal }: Withdrawal): Promise<WithdrawnEach> {
  const done: WithdrawnEach = { withdrawn: [], stuck: [] };
  const found = await paidRegistrations(tx, await withWholeRequests(tx, ids));
  const byOrder = [...Map.groupBy(found, (one) => one.orderId)].toSorted(([a], [b]) => (a < b ? -1 : 1));
  for (const [orderId, ones] of byOrder) {
    const own = ones.map(({ id }) => id);
    const part = await inSavepoint(tx, () => withdrawApplications(tx, theSystem, { ...withdrawal, ids: own }));
    if (part.isDone) {
      done.withdrawn.push(...part.result);
    } else {
      done.stuck.push(...own);
      await tellStuck(tx, orderId, part.error);
    }
  }
  return done;
}

async function tellStuck(tx: Tx, orderId: string, error: unknown): Promise<void> {
  const detail = error instanceof Refusal ? error.code : 'INTERNAL';
  if (detail === 'INTERNAL') logError('an order could not be withdrawn', error);
  await openException(tx, { kind: 'withdrawalStuck', detail, orderId });
}

/** A request is decided as a whole, so whatever was to be cancelled together goes together. */
async function withWholeRequests(tx: Tx, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select other.application_id as id
    from cancellation_item own join cancellation_item other on other.request_id = own.request_id
    where own.application_id = any(${[...ids]}::uuid[]) and own.is_open`.execute(tx);
  return [...new Set([...ids, ...rows.map((row) => row.id)])];
}

async function overtakeRequests(tx: Tx, actor: Actor, set: readonly PaidRegistration[]): Promise<void> {
  for (const one of set.filter(({ status }) => status === 'RegisteredCancellationRequested')) {
    const request = await lockOpenRequest(tx, { applicationId: one.id });
    if (!request) continue;
    for (const { refund_id: refundId } of request.items)
      await endPendingRefund(tx, { refundId, event: 'overtake', actor });
    await closeRequest(tx, { id: request.id, outcome: 'Overtaken', by: actor.id ?? null, reason: null });
    await closeRequestItems(tx, request.id);
  }
}

type Amounts = { policyRow: string; of: ReadonlyMap<string, number> };
type Giving = { one: PaidRegistration; withdrawal: Withdrawal; amounts: Amounts };

async function giveBack(tx: Tx, actor: Actor, { one, withdrawal, amounts }: Giving): Promise<void> {
  const { cause = 'withdrawal', reason } = withdrawal;
  const amount = amounts.of.get(one.id) ?? 0;
  const { policyRow } = amounts;
  if (amount > one.payAmount) refuse('REFUND_TOO_MUCH');
  const paid = paidPart({ ...one, applicationId: one.id });
  const giving = { amount, policyRow, cause, note: reason, actor };
  const given = await refundForProvider(tx, paid, giving);
  await tellOwner(
    tx,
    { accountId: one.accountId, applicationId: one.id, objectId: one.id },
    { kind: 'registrationWithdrawn', values: { amount: given } },
  );
}

/** By the policy a set is quoted as one, as it was shown before (9.2#4); everything is everything, each registration alone. */
async function amountsOf(tx: Tx, set: readonly PaidRegistration[], refund: WithdrawalRefund): Promise<Amounts> {
  if (typeof refund === 'object') return { of: refund.amounts, policyRow: 'Staff' };
  const at = await readNow(tx);
  if (refund === 'policy') {
    const quote = await quoteSet(tx, set, { cause: 'Candidate', at });
    return { of: quote.amounts, policyRow: quote.row };
  }
  const of = new Map<string, number>();
  let policyRow = 'P0';
  for (const one of set) {
    const quote = await quoteSet(tx, [one], { cause: 'Provider', at });
    of.set(one.id, quote.total);
    policyRow = quote.row;
  }
  return { of, policyRow };
}
