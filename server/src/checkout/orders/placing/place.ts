import { orderCode, orderCodeBytes, type OrderPrice, paymentWindow, priceOrder } from '@exam/contract/rules';
import { type RawBuilder, sql } from 'kysely';
import {
  type ApplicationForOrder,
  lineProblem,
  lockForOrders,
  lockOnce,
  papersOf,
  submitting,
  takenElsewhere,
} from '#registering/applications';
import { askGuardians } from '#people/guardians';
import { randomBytes, randomId } from '#platform/chance';
import { chinaDateOf } from '#platform/clock';
import type { Tx } from '#platform/database';
import { openDesk, type Reply, type Wish } from '#platform/desk';
import { Refusal, refuse } from '#platform/errors';
import { currentCaller, withRequest } from '#platform/http/request-context';
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
type Wanted = Omit<PlaceInput, 'applicationIds'> & { ids: readonly string[]; caller: string | null };

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
 * @throws Refusal NOT_FOUND, CART_CHANGED, ORDER_MIXED, ORDER_LINES_LIMIT, ORDER_LIMIT, SESSION_SEAT_LIMIT; what the cart says of a line
 *   (`lineProblem`), ORDER_WINDOW_TOO_SHORT, PRICE_CHANGED (with the new breakdown as details), SEATS and ALREADY_REGISTERED (fields name
 *   the applications).
 */
export async function placeOrder({ applicationIds, ...input }: PlaceInput): Promise<PlacedOrder> {
  const ids = [...new Set(applicationIds)];
  checkLineLimit(ids.length);
  return await atDesk({ ...input, ids, caller: currentCaller() });
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
  const once = await onceAmong(tx, applications, { mayWait });
  const replies: (Reply<PlacedOrder> | Draft)[] = [];
  for (const wish of wishes) {
    const { accountId } = wish.input;
    const cart = applications.filter((application) => application.accountId === accountId);
    const isAllThere = held.has(accountId) && cart.length === wish.input.ids.length && cart.every(once.isHeld);
    if (!mayWait && !isAllThere) replies.push({ waitsFor: accountId });
    else replies.push(await draftOf(tx, wish, { cart, sessions, holdings, once, now }).catch(asRefusal));
  }
  const drafts = replies.filter(isDraft);
  const { answers, taking } = await decideSeats(tx, drafts.map(requestOf), { mayWait });
  const answerOf = new Map(
    drafts.flatMap((draft, position) => (answers[position] ? [[draft, answers[position]]] : [])),
  );
  const taken = drafts.filter((draft) => {
    const answer = answerOf.get(draft);
    return answer !== undefined && 'taken' in answer && answer.taken;
  });
  await write(tx, taken, taking);
  return replies.map((reply) => {
    if (!isDraft(reply)) return reply;
    const answer = answerOf.get(reply);
    if (answer === undefined) throw new Error('Seats were not decided.');
    return 'waitsFor' in answer ? answer : placedOf(reply, answer);
  });
}

function isDraft(reply: Reply<PlacedOrder> | Draft): reply is Draft {
  return typeof reply === 'object' && 'lines' in reply;
}

function asRefusal(error: unknown): { refusal: Refusal } {
  if (error instanceof Refusal && error.status !== 503) return { refusal: error };
  throw error;
}

/** What is known of the lines whose exam a person takes once. */
type Once = {
  /** Nobody else orders such an exam for the person meanwhile; true of every other line. */
  isHeld: (line: ApplicationForOrder) => boolean;
  /** The person has it already, or a line before this one has just taken it. */
  isTaken: (line: ApplicationForOrder) => boolean;
};

/** Holds the people of such exams, and looks what they have. */
async function onceAmong(tx: Tx, lines: readonly ApplicationForOrder[], how: { mayWait: boolean }): Promise<Once> {
  const ones = lines.filter(({ isOnce }) => isOnce);
  const held = await lockOnce(
    tx,
    ones.map(({ personKey }) => personKey),
    how,
  );
  const taken = await takenElsewhere(
    tx,
    ones.map(({ id }) => id),
  );
  const wanted = new Map<string, string>();
  return {
    isHeld: ({ isOnce, personKey }) => !isOnce || held.has(personKey.toString('hex')),
    isTaken: ({ id, isOnce, productId, personKey }) => {
      if (!isOnce) return false;
      const key = `${productId} ${personKey.toString('hex')}`;
      const first = wanted.get(key) ?? id;
      wanted.set(key, first);
      return taken.has(id) || first !== id;
    },
  };
}

type Seen = {
  once: Once;
  cart: readonly ApplicationForOrder[];
  sessions: readonly SessionForSale[];
  holdings: Holdings;
  now: string;
};

/** The order that a wish asks for. @throws Refusal where it is refused whatever places there are. */
async function draftOf(tx: Tx, { input, requestId }: Wish<Wanted>, seen: Seen): Promise<Draft> {
  const { accountId, ids, totalPayAmount, caller } = input;
  const { holdings, now } = seen;
  const applications = cartOf(seen.cart, ids);
  const sessions = seen.sessions.filter(({ id }) => applications.some(({ sessionId }) => sessionId === id));
  const closed = await closedTo(tx, { accountId, sessions });
  const lines = applications.map((application) => lineOf(application, { sessions, closed, once: seen.once }));
  checkHoldings(holdings, {
    accountId,
    wanted: lines.map((line) => ({ ...line, personKey: line.application.personKey })),
  });
  const price = priceOrder(
    lines.map(({ application, papers }) => ({ applicationId: application.id, papers })),
    now,
  );
  checkPrice(price, totalPayAmount);
  const minors = applications.flatMap(({ id, isMinor }) => (isMinor ? [id] : []));
  return {
    id: randomId(),
    code: orderCode(chinaDateOf(now), randomBytes(orderCodeBytes)),
    accountId,
    requestId,
    at: now,
    paymentEndAt: windowEnd({ now, sessions, price }),
    price,
    lines,
    jobs: minors.length === 0 ? [] : [askGuardians(minors, { caller })],
    sessionIdOf: (id) => applications.find((application) => application.id === id)?.sessionId ?? '',
  };
}

/** @throws Refusal NOT_FOUND, ORDER_MIXED, CART_CHANGED */
function cartOf(found: readonly ApplicationForOrder[], ids: readonly string[]): ApplicationForOrder[] {
  if (found.length !== ids.length) refuse('NOT_FOUND');
  if (found.some((application) => application.category !== 'Public')) refuse('ORDER_MIXED');
  const applications = ids.flatMap((id) => found.find((application) => application.id === id) ?? []);
  const gone = applications.flatMap(({ id, status }) => (status === 'Initiated' ? [] : [id]));
  if (gone.length > 0) refuse('CART_CHANGED', {}, fieldsOf(gone, 'CART_CHANGED'));
  return applications;
}

/** Sessions behind an invitation code that the account has not entered, or whose time is over. */
async function closedTo(
  tx: Tx,
  { accountId, sessions }: { accountId: string; sessions: readonly SessionForSale[] },
): Promise<Set<string>> {
  const closed = new Set<string>();
  for (const { id, isExclusive } of sessions)
    if (isExclusive && !(await isInvitationOpen(tx, { sessionId: id, accountId }))) closed.add(id);
  return closed;
}

type Known = { sessions: readonly SessionForSale[]; closed: ReadonlySet<string>; once: Once };

/** A line as the cart sees it. A full session is left to the seats: a person's further paper may need no seat of its own. */
function lineOf(application: ApplicationForOrder, { sessions, closed, once }: Known): Line {
  const session = sessions.find((each) => each.id === application.sessionId) ?? null;
  const papers = papersOf(application.sessionSubjectIds, session);
  const problem = lineProblem({
    access: application.access,
    session,
    papers,
    isClosed: closed.has(application.sessionId),
    isConsentGone: application.isConsentGone,
    isTaken: once.isTaken(application),
  });
  if (problem !== null && problem !== 'SESSION_FULL') refuse(problem, {}, fieldsOf([application.id], problem));
  return { application, session: session ?? refuse('SESSION_WITHDRAWN'), papers };
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
