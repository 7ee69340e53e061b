import { orderCode, orderCodeBytes, type OrderPrice, paymentWindow, priceOrder } from '@exam/contract/rules';
import { type RawBuilder, sql } from 'kysely';
import { type ApplicationForOrder, lockForOrders, submitting } from '#registering/applications';
import { randomBytes, randomId } from '#platform/chance';
import { chinaDateOf } from '#platform/clock';
import type { Tx } from '#platform/database';
import { openDesk, type Reply, type Wish } from '#platform/desk';
import { Refusal, refuse } from '#platform/errors';
import { withRequest } from '#platform/http/request-context';
import { settings } from '#platform/settings';
import { theSystem } from '#platform/transition';
import {
  decideSeats,
  isInvitationOpen,
  type Paper,
  type SeatAnswer,
  type SeatRequest,
  type SessionForSale,
  sessionsForSale,
} from '#offer/sessions';
import { completeOrder } from '../complete.ts';
import { checkHoldings, checkLineLimit, type Holdings, holdingsOf, lockOrdersOf, payMinutesFor } from './limits.ts';
import { insertOrders, type NewOrder } from '../store.ts';

export type PlaceInput = {
  accountId: string;
  applicationIds: readonly string[];
  /** The total the person saw, in fen. It is compared, never used (5.5, T10). */
  totalPayAmount: number;
};

export type PlacedOrder = { id: string; code: string; amount: number; isNocharge: boolean };

type Line = { application: ApplicationForOrder; session: SessionForSale; papers: Paper[] };

/** What is wanted, each application once. */
type Wanted = Omit<PlaceInput, 'applicationIds'> & { ids: readonly string[] };

/** An order that may be written if its places can be had. */
type Draft = NewOrder & { lines: readonly Line[] };

const atDesk = openDesk<Wanted, PlacedOrder>({
  name: 'orders',
  ownerOf: ({ accountId }) => accountId,
  serve: placeAll,
});

/**
 * Makes an order of applications in the cart (9.4 #1, 9.1 #5), all lines or none, in one transaction with the orders of everybody who comes
 * at the same moment (`platform/desk.ts`).
 * @throws Refusal NOT_FOUND, CART_CHANGED, CONSENT_WITHDRAWN, ORDER_MIXED, ORDER_LINES_LIMIT, ORDER_LIMIT, SESSION_SEAT_LIMIT, SESSION_* of a
 *   session that is not open, INVITATION_CODE_REQUIRED, ORDER_WINDOW_TOO_SHORT, PRICE_CHANGED (with the new breakdown as
 *   details), SEATS and ALREADY_REGISTERED (fields name the applications).
 */
export async function placeOrder({ applicationIds, ...input }: PlaceInput): Promise<PlacedOrder> {
  const ids = [...new Set(applicationIds)];
  checkLineLimit(ids.length);
  return await atDesk({ ...input, ids });
}

/**
 * Places orders of several accounts. Everything is decided before the seats are taken, so that the sessions' locks are held for two
 * statements only, whatever the number of orders.
 */
async function placeAll(
  tx: Tx,
  wishes: readonly Wish<Wanted>[],
  { mayWait }: { mayWait: boolean },
): Promise<Reply<PlacedOrder>[]> {
  const accountIds = wishes.map(({ input }) => input.accountId);
  const { now, held } = await lockOrdersOf(tx, accountIds, { mayWait });
  const ids = wishes.flatMap(({ input }) => (held.has(input.accountId) ? input.ids : []));
  const applications = await lockForOrders(tx, { accountIds, ids, mayWait });
  const sessions = await sessionsForSale(tx, [...new Set(applications.map(({ sessionId }) => sessionId))], now);
  const holdings = await holdingsOf(tx, accountIds, sessions);
  const replies: (Reply<PlacedOrder> | Draft)[] = [];
  for (const wish of wishes) {
    const { accountId } = wish.input;
    const cart = applications.filter((application) => application.accountId === accountId);
    const isAllThere = held.has(accountId) && cart.length === wish.input.ids.length;
    if (!mayWait && !isAllThere) replies.push('busy');
    else replies.push(await draftOf(tx, wish, { cart, sessions, holdings, now }).catch(asRefusal));
  }
  const drafts = replies.filter(isDraft);
  const { answers, taking } = await decideSeats(tx, drafts.map(requestOf), { mayWait });
  const answerOf = (draft: Draft) => answers[drafts.indexOf(draft)] ?? 'busy';
  const taken = drafts.filter((draft) => {
    const answer = answerOf(draft);
    return answer !== 'busy' && answer.taken;
  });
  await write(tx, taken, taking);
  return replies.map((reply) => {
    if (!isDraft(reply)) return reply;
    const answer = answerOf(reply);
    return answer === 'busy' ? answer : placedOf(reply, answer);
  });
}

function isDraft(reply: Reply<PlacedOrder> | Draft): reply is Draft {
  return typeof reply === 'object' && 'lines' in reply;
}

function asRefusal(error: unknown): { refusal: Refusal } {
  if (error instanceof Refusal && error.status !== 503) return { refusal: error };
  throw error;
}

type Seen = {
  cart: readonly ApplicationForOrder[];
  sessions: readonly SessionForSale[];
  holdings: Holdings;
  now: string;
};

/** The order that a wish asks for. @throws Refusal where it is refused whatever places there are. */
async function draftOf(tx: Tx, { input, requestId }: Wish<Wanted>, seen: Seen): Promise<Draft> {
  const { accountId, ids, totalPayAmount } = input;
  const { holdings, now } = seen;
  const applications = cartOf(seen.cart, ids);
  const sessions = seen.sessions.filter(({ id }) => applications.some(({ sessionId }) => sessionId === id));
  await checkSessions(tx, { accountId, sessions });
  const lines = applications.map((application) => lineOf(application, sessions));
  checkHoldings(holdings, {
    accountId,
    wanted: lines.map((line) => ({ ...line, personKey: line.application.personKey })),
  });
  const price = priceOrder(
    lines.map(({ application, papers }) => ({ applicationId: application.id, papers })),
    now,
  );
  checkPrice(price, totalPayAmount);
  return {
    id: randomId(),
    code: orderCode(chinaDateOf(now), randomBytes(orderCodeBytes)),
    accountId,
    requestId,
    at: now,
    paymentEndAt: windowEnd({ now, sessions, price }),
    price,
    lines,
    sessionIdOf: (id) => applications.find((application) => application.id === id)?.sessionId ?? '',
  };
}

/** @throws Refusal NOT_FOUND, ORDER_MIXED, CART_CHANGED, CONSENT_WITHDRAWN */
function cartOf(found: readonly ApplicationForOrder[], ids: readonly string[]): ApplicationForOrder[] {
  if (found.length !== ids.length) refuse('NOT_FOUND');
  if (found.some((application) => application.category !== 'Public')) refuse('ORDER_MIXED');
  const applications = ids.flatMap((id) => found.find((application) => application.id === id) ?? []);
  const gone = applications.flatMap(({ id, status }) => (status === 'Initiated' ? [] : [id]));
  if (gone.length > 0) refuse('CART_CHANGED', {}, fieldsOf(gone, 'CART_CHANGED'));
  // Nothing new is begun with what somebody does not agree to any more (3-domain 6.1).
  const withdrawn = applications.flatMap(({ id, isConsentGone }) => (isConsentGone ? [id] : []));
  if (withdrawn.length > 0) refuse('CONSENT_WITHDRAWN', {}, fieldsOf(withdrawn, 'CONSENT_WITHDRAWN'));
  return applications;
}

/** A full session is left to the seats: a person's further paper may need no seat of its own. */
async function checkSessions(
  tx: Tx,
  { accountId, sessions }: { accountId: string; sessions: readonly SessionForSale[] },
): Promise<void> {
  for (const session of sessions) {
    if (session.availability === 'NotListed') refuse('SESSION_WITHDRAWN');
    if (session.availability === 'NotStarted') refuse('SESSION_NOT_STARTED');
    if (session.availability === 'RegistrationEnded') refuse('SESSION_ENDED');
    if (session.availability === 'Expired') refuse('SESSION_EXPIRED');
    if (session.isExclusive && !(await isInvitationOpen(tx, { sessionId: session.id, accountId })))
      refuse('INVITATION_CODE_REQUIRED');
  }
}

function lineOf(application: ApplicationForOrder, sessions: readonly SessionForSale[]): Line {
  const session = sessions.find((each) => each.id === application.sessionId);
  if (!session) refuse('SESSION_WITHDRAWN');
  const papers = application.sessionSubjectIds.flatMap(
    (id) => session.papers.find((paper) => paper.sessionSubjectId === id) ?? [],
  );
  if (papers.length === 0 || papers.length !== application.sessionSubjectIds.length) {
    refuse('SUBJECT_NOT_OFFERED', {}, fieldsOf([application.id], 'SUBJECT_NOT_OFFERED'));
  }
  return { application, session, papers };
}

function checkPrice(price: OrderPrice, seen: number): void {
  if (price.payAmount === seen) return;
  throw new Refusal('PRICE_CHANGED', { details: breakdownOf(price) });
}

/** The new price, for the screen to show beside the old one (5.5). */
function breakdownOf({
  lines,
  originalAmount,
  tierDiscountAmount,
  lateEntryChargeAmount,
  payAmount,
}: OrderPrice): object {
  return {
    totalOriginalAmount: originalAmount,
    totalDiscountAmount: tierDiscountAmount,
    totalLateEntryChargeAmount: lateEntryChargeAmount,
    totalPayAmount: payAmount,
    lines,
  };
}

function windowEnd({
  now,
  sessions,
  price,
}: {
  now: string;
  sessions: readonly SessionForSale[];
  price: OrderPrice;
}): string {
  const { payMinutes, graceMinutes } = settings().order;
  const window = paymentWindow({
    now,
    publishEndAt: sessions.map((session) => session.publishEndAt),
    stageEndAt: price.stageEndAt,
    payMinutes: payMinutesFor(sessions, payMinutes),
    graceMinutes,
  });
  return window.ok ? window.paymentEndAt : refuse(window.code);
}

function requestOf({ id, accountId, paymentEndAt, lines }: Draft): SeatRequest {
  return {
    orderId: id,
    accountId,
    heldUntil: paymentEndAt,
    lines: lines.map(({ application: { id: applicationId, sessionId, sessionSubjectIds, personKey } }) => ({
      applicationId,
      sessionId,
      sessionSubjectIds,
      personKey,
    })),
  };
}

/** Writes orders with their places, in one statement; those without charge are complete at once. */
async function write(tx: Tx, drafts: readonly Draft[], taking: RawBuilder<unknown>): Promise<void> {
  if (drafts.length === 0) return;
  const applications = drafts.flatMap(({ accountId, requestId = null, lines }) =>
    lines.map(({ application: { id } }) => ({ id, accountId, requestId })),
  );
  const { submitted } = await insertOrders(tx, drafts, sql`${submitting(applications)}, ${taking}`);
  if (submitted !== applications.length) throw new Error('A locked application left the cart.');
  for (const { id: orderId, requestId, at: paidAt, price } of drafts) {
    if (price.payAmount > 0) continue;
    const complete = () => completeOrder(tx, { orderId, amount: 0, paymentType: null, paidAt, actor: theSystem });
    await withRequest({ requestId: requestId ?? orderId, lane: 'people' }, complete);
  }
}

function placedOf({ id, code, price }: Draft, answer: SeatAnswer): Reply<PlacedOrder> {
  if (answer.taken) return { result: { id, code, amount: price.payAmount, isNocharge: price.payAmount === 0 } };
  const { alreadyRegistered, insufficient } = answer;
  const refusal =
    alreadyRegistered.length > 0
      ? new Refusal('ALREADY_REGISTERED', { fields: fieldsOf(alreadyRegistered, 'ALREADY_REGISTERED') })
      : new Refusal('SEATS', { values: { count: insufficient.length }, fields: fieldsOf(insufficient, 'SEATS') });
  return { refusal };
}

function fieldsOf(applicationIds: readonly string[], code: string): Record<string, string> {
  return Object.fromEntries(applicationIds.map((id) => [`applicationIds.${id}`, code]));
}
