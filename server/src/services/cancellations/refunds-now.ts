import { cancellationProblem, instantOf, type RefundTermsNow, refundedOf, refundTermsNow } from '@exam/contract/rules';
import { sql } from 'kysely';
import { refundTermsAt } from '#offer/catalogue';
import { readWorkingCalendar } from '#office/working-days';
import type { Tx } from '#platform/database';
import { paidRegistrations, paidSet, type PaidRegistration } from '#registering/applications';
import { datesOf, originOf, paidFees } from './quote.ts';
import { triesOf } from './store.ts';

/**
 * What comes back of each of these paid registrations of an account if it is cancelled at `now`, and until when that is so. Left out
 * are those that cannot be cancelled now and those of which nothing comes back.
 */
export async function refundsNow(
  tx: Tx,
  { ids, now }: { ids: readonly string[]; now: string },
): Promise<Map<string, RefundTermsNow>> {
  const paid = await paidRegistrations(tx, ids);
  const choosing = await choosingAmong(tx, ids);
  const calendar = await readWorkingCalendar(tx);
  const termsOf = remembered((one: PaidRegistration) => refundTermsAt(tx, one.productId, one.orderedAt), orderKey);
  const found = new Map<string, RefundTermsNow>();
  for (const set of await setsOf(tx, paid)) {
    const [first] = set;
    if (!first || !(await isCancellable(tx, set, { choosing, now }))) continue;
    const { policy, boardFeeRefundable } = await termsOf(first);
    const dates = await datesOf(tx, set);
    const terms = refundTermsNow(
      { ...originOf(first), ...dates, requestedAt: now, boardFeeRefundable, calendar },
      policy,
    );
    if (terms === null) continue;
    for (const one of set) if (refundedOf(paidFees(one), terms) > 0) found.set(one.id, terms);
  }
  return found;
}

const orderKey = ({ productId, orderId }: PaidRegistration) => `${productId} ${orderId}`;

function remembered<Given, Answer>(ask: (given: Given) => Promise<Answer>, keyOf: (given: Given) => string) {
  const known = new Map<string, Promise<Answer>>();
  return (given: Given): Promise<Answer> => {
    const answer = known.get(keyOf(given)) ?? ask(given);
    known.set(keyOf(given), answer);
    return answer;
  };
}

/** The papers of one booking are cancelled together, its other registrations each for itself. */
async function setsOf(tx: Tx, paid: readonly PaidRegistration[]): Promise<PaidRegistration[][]> {
  const booked = Map.groupBy(
    paid.filter(({ category }) => category === 'Booking'),
    ({ orderId }) => orderId,
  );
  const sets = paid.filter(({ category }) => category !== 'Booking').map((one) => [one]);
  for (const [first] of booked.values())
    if (first) sets.push(await paidSet(tx, { id: first.id, accountId: first.accountId }));
  return sets;
}

type Asking = { choosing: ReadonlySet<string>; now: string };

async function isCancellable(tx: Tx, set: readonly PaidRegistration[], { choosing, now }: Asking): Promise<boolean> {
  const wasRejected = set.find(({ status }) => status === 'RegisteredCancellationRejected');
  const problem = cancellationProblem({
    states: set.map(({ status }) => status),
    // A registration of which a request is open is in a state of its own.
    isRequestOpen: false,
    isMoveOpen: set.some(({ id }) => choosing.has(id)),
    rejections: wasRejected ? (await triesOf(tx, wasRejected.id)).rejections : 0,
    starts: set.map(({ examDate, startTime }) => instantOf(examDate, startTime)),
    now,
  });
  return problem === null;
}

/** Those whose session was moved, while the family may still choose. */
async function choosingAmong(tx: Tx, ids: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select application_id as id from application_move where application_id = any(${[...ids]}::uuid[]) and can_choose`.execute(
    tx,
  );
  return new Set(rows.map(({ id }) => id));
}
