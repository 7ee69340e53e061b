import { orderCode, orderCodeBytes, type OrderPrice, paymentWindow, priceOrder } from '@exam/contract/rules';
import { type ApplicationForOrder, applicationsForOrder, submitting } from '#applications';
import { randomBytes, randomId } from '#platform/chance';
import { chinaDateOf } from '#platform/clock';
import { inTransaction, type Tx } from '#platform/database';
import { Refusal, refuse } from '#platform/errors';
import { settings } from '#platform/settings';
import { theSystem } from '#platform/transition';
import { isInvitationOpen, type Paper, type SessionForSale, sessionsForSale, takeSeats } from '#sessions';
import { completeOrder } from './complete.ts';
import { checkHoldings, checkLineLimit, lockAccountOrders, payMinutesFor } from './limits.ts';
import { findPlaced, insertOrder } from './store.ts';

export type PlaceInput = {
  accountId: string;
  applicationIds: readonly string[];
  /** The total the person saw, in fen. It is compared, never used (5.5, T10). */
  totalPayAmount: number;
  /** The request's idempotency key: a repeat after a crash finds its order by it (T17). */
  requestKey?: string | null;
};

export type PlacedOrder = { id: string; code: string; amount: number; isNocharge: boolean };

type Line = { application: ApplicationForOrder; session: SessionForSale; papers: Paper[] };

/**
 * Makes an order of applications in the cart (9.4 #1, 9.1 #5): one transaction, all lines or none, seats taken last so that
 * the session's lock is held for the shortest time.
 * @throws Refusal NOT_FOUND, CART_CHANGED, CONSENT_WITHDRAWN, ORDER_MIXED, ORDER_LINES_LIMIT, ORDER_LIMIT, SESSION_SEAT_LIMIT, SESSION_* of a
 *   session that is not open, INVITATION_CODE_REQUIRED, ORDER_WINDOW_TOO_SHORT, PRICE_CHANGED (with the new breakdown as
 *   details), SEATS and ALREADY_REGISTERED (fields name the applications).
 */
export async function placeOrder(input: PlaceInput): Promise<PlacedOrder> {
  const ids = [...new Set(input.applicationIds)];
  checkLineLimit(ids.length);
  return await inTransaction(async (tx) => {
    const now = await lockAccountOrders(tx, input.accountId);
    const applications = await loadCart(tx, { accountId: input.accountId, ids });
    const earlier = await placedBefore(tx, input, applications);
    if (earlier) return earlier;
    // Nothing new is begun with what somebody does not agree to any more (3-domain 6.1).
    if (applications.some(({ isConsentGone }) => isConsentGone)) refuse('CONSENT_WITHDRAWN');
    const sessions = await sessionsForSale(
      tx,
      [...new Set(applications.map((application) => application.sessionId))],
      now,
    );
    await checkSessions(tx, { accountId: input.accountId, sessions });
    const lines = applications.map((application) => lineOf(application, sessions));
    const wanted = lines.map((line) => ({ ...line, personKey: line.application.personKey }));
    await checkHoldings(tx, { accountId: input.accountId, wanted });
    const price = priceOrder(
      lines.map(({ application, papers }) => ({ applicationId: application.id, papers })),
      now,
    );
    checkPrice(price, input.totalPayAmount);
    const paymentEndAt = windowEnd({ now, sessions, price });
    const order = { id: randomId(), code: orderCode(chinaDateOf(now), randomBytes(orderCodeBytes)) };
    const sessionIdOf = (id: string) => applications.find((application) => application.id === id)?.sessionId ?? '';
    const { submitted } = await insertOrder(tx, {
      ...order,
      accountId: input.accountId,
      requestKey: input.requestKey ?? null,
      at: now,
      paymentEndAt,
      price,
      sessionIdOf,
      submitting: submitting({ ids, accountId: input.accountId }),
    });
    if (submitted !== ids.length) refuse('CART_CHANGED');
    await take(tx, { orderId: order.id, accountId: input.accountId, heldUntil: paymentEndAt, lines });
    const isNocharge = price.payAmount === 0;
    if (isNocharge)
      await completeOrder(tx, { orderId: order.id, amount: 0, paymentType: null, paidAt: now, actor: theSystem });
    return { ...order, amount: price.payAmount, isNocharge };
  });
}

async function loadCart(
  tx: Tx,
  { accountId, ids }: { accountId: string; ids: readonly string[] },
): Promise<ApplicationForOrder[]> {
  const found = await applicationsForOrder(tx, { accountId, ids });
  if (found.length !== ids.length) refuse('NOT_FOUND');
  if (found.some((application) => application.category !== 'Public')) refuse('ORDER_MIXED');
  return ids.flatMap((id) => found.find((application) => application.id === id) ?? []);
}

/**
 * The order that this very request made before, when the server died between making it and answering.
 * @throws Refusal CART_CHANGED when the applications left the cart in another way.
 */
async function placedBefore(
  tx: Tx,
  { accountId, requestKey }: PlaceInput,
  applications: readonly ApplicationForOrder[],
): Promise<PlacedOrder | null> {
  const gone = applications.flatMap(({ id, status }) => (status === 'Initiated' ? [] : [id]));
  if (gone.length === 0) return null;
  const earlier = requestKey ? await findPlaced(tx, { accountId, requestKey, applicationIds: gone }) : null;
  return earlier ?? refuse('CART_CHANGED', {}, fieldsOf(gone, 'CART_CHANGED'));
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

async function take(
  tx: Tx,
  { lines, ...order }: { orderId: string; accountId: string; heldUntil: string; lines: readonly Line[] },
): Promise<void> {
  const answer = await takeSeats(tx, {
    ...order,
    lines: lines.map(({ application: { id, sessionId, sessionSubjectIds, personKey } }) => ({
      applicationId: id,
      sessionId,
      sessionSubjectIds,
      personKey,
    })),
  });
  if (answer.taken) return;
  if (answer.alreadyRegistered.length > 0) {
    refuse('ALREADY_REGISTERED', {}, fieldsOf(answer.alreadyRegistered, 'ALREADY_REGISTERED'));
  }
  refuse('SEATS', { count: answer.insufficient.length }, fieldsOf(answer.insufficient, 'SEATS'));
}

function fieldsOf(applicationIds: readonly string[], code: string): Record<string, string> {
  return Object.fromEntries(applicationIds.map((id) => [`applicationIds.${id}`, code]));
}
