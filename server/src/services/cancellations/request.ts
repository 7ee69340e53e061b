import type { CancellationQuote } from '@exam/contract/entities';
import type { Language } from '@exam/contract/messages';
import {
  addDays,
  cancellationLimits,
  cancellationProblem,
  cancellationReasonProblem,
  chinaDateOf,
  instantOf,
  lastMomentWithin,
} from '@exam/contract/rules';
import { sql } from 'kysely';
import { holdRegistrations, moveRegistrations, type PaidRegistration, paidSet } from '#registering/applications';
import { useFiles } from '#office/files';
import { lockOrder } from '#checkout/orders';
import { randomId } from '#platform/chance';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { Refusal, refuse } from '#platform/errors';
import { requestRefund } from '#books/refunds';
import { readWorkingCalendar } from '#office/working-days';
import { openItem } from '#office/work-items';
import { checkRoomForDocuments } from './documents.ts';
import { quoteSet, type SetQuote } from './quote.ts';
import { sealReason, triesOf } from './store.ts';
import { tellOwner } from './notify.ts';

const { documentDays, rejections: maximumRejections } = cancellationLimits;
const reminderHour = '09:00';

type Own = { accountId: string; applicationId: string };

/**
 * What cancelling would give back now, to be seen before asking (R-72); changes nothing.
 * @throws Refusal NOT_FOUND, CANCELLATION_NOT_POSSIBLE, CANCELLATION_ATTEMPTS_USED, CANCELLATION_CLOSED, MOVE_CHOICE_OPEN.
 */
export async function quoteCancellation(tx: Tx, own: Own & { language: Language }): Promise<CancellationQuote> {
  const { set, attempt, rejections, at } = await askableSet(tx, own);
  const quote = await quoteSet(tx, set, { cause: 'Candidate', at });
  const calendar = await readWorkingCalendar(tx);
  return {
    policyRow: quote.row,
    percent: quote.percent,
    isDocumentRequired: quote.isDocumentRequired,
    workingDaysBefore: quote.workingDaysBefore,
    isBoardFeeReturned: quote.isBoardFeeReturned,
    amount: quote.total,
    paidAmount: set.reduce((sum, one) => sum + one.payAmount, 0),
    calculatedAt: at,
    holdsUntil: quote.holdsUntil,
    isProvisional: quote.isProvisional,
    next: await nextOf(tx, set, quote.holdsUntil),
    documentsDueDate: calendar.add(chinaDateOf(at), documentDays),
    attempt,
    rejectionsLeft: maximumRejections - rejections,
    lines: await linesOf(tx, { set, quote, language: own.language }),
  };
}

/** What the same set would be quoted from a moment on; null once its exam starts. */
async function nextOf(tx: Tx, set: readonly PaidRegistration[], at: string): Promise<CancellationQuote['next']> {
  const starts = set.map(({ examDate, startTime }) => instantOf(examDate, startTime));
  if (starts.some((start) => at >= start)) return null;
  const { row, percent, isDocumentRequired, total } = await quoteSet(tx, set, { cause: 'Candidate', at });
  return { policyRow: row, percent, isDocumentRequired, amount: total };
}

export type CancellationRequest = Own & {
  reason: string;
  documentIds: readonly string[];
  /** The amount the person saw, fen; null when a program did not ask for it. */
  expectedAmount: number | null;
};

/**
 * Asks for a cancellation (9.1 #10, 9.2 #4): the quote of this moment is frozen, the seat stays until the decision, documents may
 * come with the request or within three working days, staff are told.
 * @throws Refusal NOT_FOUND; CANCELLATION_NOT_POSSIBLE, CANCELLATION_ATTEMPTS_USED, CANCELLATION_CLOSED;
 *   CANCELLATION_QUOTE_CHANGED with the new quote's amount; FIELDS under `reason`, `documentIds`.
 */
export async function requestCancellation(tx: Tx, request: CancellationRequest): Promise<void> {
  const { accountId } = request;
  const reason = request.reason.trim();
  const problem = cancellationReasonProblem(reason);
  if (problem !== null) refuse('FIELDS', {}, { reason: problem });
  const { orderId } = await firstOf(tx, request);
  await lockOrder(tx, { orderId });
  // A session that is being moved to another day comes before: it holds these, and the quote is by the day.
  await holdRegistrations(tx, idsOf(await paidSet(tx, { id: request.applicationId, accountId })));
  const { set, attempt, at } = await askableSet(tx, request);
  const quote = await quoteSet(tx, set, { cause: 'Candidate', at });
  if (request.expectedAmount !== null && request.expectedAmount !== quote.total)
    throw new Refusal('CANCELLATION_QUOTE_CHANGED', { details: { amount: quote.total, policyRow: quote.row } });
  const actor = { kind: 'candidate', id: accountId } as const;
  const ids = idsOf(set);
  const moved = await moveRegistrations(tx, { ids, event: 'requestCancellation', actor, reason });
  if (moved.length !== ids.length) refuse('ILLEGAL_STATE');
  const id = await insertRequest(tx, { set, quote, attempt, reason, at, accountId });
  if (request.documentIds.length > 0) {
    checkRoomForDocuments(0, request.documentIds.length);
    await useFiles(tx, { accountId, ids: request.documentIds, usedBy: 'cancellation', objectId: id });
  }
  await tellAll(tx, { id, set, quote, at, accountId });
}

const idsOf = (set: readonly PaidRegistration[]): string[] => set.map(({ id }) => id);

type New = {
  set: readonly PaidRegistration[];
  quote: SetQuote;
  attempt: number;
  reason: string;
  at: string;
  accountId: string;
};

async function insertRequest(tx: Tx, { set, quote, attempt, reason, at, accountId }: New): Promise<string> {
  const id = randomId();
  const calendar = await readWorkingCalendar(tx);
  const today = chinaDateOf(at);
  const remindAt = quote.isDocumentRequired ? instantOf(calendar.add(today, documentDays), reminderHour) : null;
  await sql`
    insert into cancellation_request (id, account_id, order_id, attempt, reason_sealed, requested_at, policy_row, percent, is_document_required,
      frozen, documents_due_at, remind_at)
    values (${id}, ${accountId}, ${set[0]?.orderId ?? ''}, ${attempt}, ${sealReason(id, reason)}, ${at}, ${quote.row}, ${quote.percent},
      ${quote.isDocumentRequired}, ${JSON.stringify(quote.frozen)}::jsonb, ${lastMomentWithin(calendar, today, documentDays)},
      ${remindAt})`.execute(tx);
  const actor = { kind: 'candidate', id: accountId } as const;
  for (const one of set) {
    const amount = quote.amounts.get(one.id) ?? 0;
    const paid = { ...one, applicationId: one.id };
    const refundId = await requestRefund(tx, paidPart(paid), { amount, policyRow: quote.row, actor });
    await sql`
      insert into cancellation_item (request_id, application_id, refund_id, paid_amount, quoted_amount)
      values (${id}, ${one.id}, ${refundId}, ${one.payAmount}, ${amount})`.execute(tx);
  }
  return id;
}

/** What a refund needs to know of a paid registration. */
export function paidPart(
  one: Pick<PaidRegistration, 'orderId' | 'orderCode' | 'paymentId'> & { applicationId: string },
) {
  const { orderId, orderCode, paymentId, applicationId } = one;
  return { orderId, orderCode, paymentId, applicationId };
}

type Asked = { id: string; set: readonly PaidRegistration[]; quote: SetQuote; at: string; accountId: string };

async function tellAll(tx: Tx, { id, set, quote, at, accountId }: Asked): Promise<void> {
  const [first] = set;
  if (!first) return;
  const calendar = await readWorkingCalendar(tx);
  const dueDate = calendar.add(chinaDateOf(at), documentDays);
  await tellOwner(
    tx,
    { accountId, applicationId: first.id, objectId: id },
    {
      kind: 'cancellationRequested',
      values: { amount: quote.total, documentsDueDate: quote.isDocumentRequired ? dueDate : null },
    },
  );
  const { rows } = await sql<{ office_id: string | null }>`
    select office_id from order_owner where order_id = ${first.orderId}`.execute(tx);
  await openItem(tx, {
    kind: 'cancellationToDecide',
    objectKind: 'cancellation',
    objectId: id,
    officeId: rows[0]?.office_id ?? null,
    // Documents may come until the end of that day; staff decide on the next.
    dueAt: instantOf(addDays(dueDate, 1), '17:00'),
    label: first.code,
  });
}

async function firstOf(tx: Tx, { accountId, applicationId }: Own): Promise<PaidRegistration> {
  const [first] = await paidSet(tx, { id: applicationId, accountId });
  if (first) return first;
  const { rows } = await sql`
    select from application where id = ${applicationId} and account_id = ${accountId} and deleted_at is null`.execute(
    tx,
  );
  return refuse(rows.length > 0 ? 'CANCELLATION_NOT_POSSIBLE' : 'NOT_FOUND');
}

type Askable = { set: PaidRegistration[]; attempt: number; rejections: number; at: string };

async function askableSet(tx: Tx, own: Own): Promise<Askable> {
  await firstOf(tx, own);
  const set = await paidSet(tx, { id: own.applicationId, accountId: own.accountId });
  const { requests, rejections } = await triesOf(tx, own.applicationId);
  const at = await readNow(tx);
  const problem = cancellationProblem({
    states: set.map(({ status }) => status),
    isRequestOpen: (await openRequestOf(tx, own.applicationId)) !== null,
    isMoveOpen: await isChoosing(tx, own.applicationId),
    rejections,
    starts: set.map(({ examDate, startTime }) => instantOf(examDate, startTime)),
    now: at,
  });
  if (problem !== null) refuse(problem);
  return { set, attempt: requests + 1, rejections, at };
}

async function isChoosing(tx: Tx, applicationId: string): Promise<boolean> {
  const { rows } = await sql`
    select from application_move where application_id = ${applicationId} and can_choose`.execute(tx);
  return rows.length > 0;
}

async function openRequestOf(tx: Tx, applicationId: string): Promise<string | null> {
  const { rows } = await sql<{ request_id: string }>`
    select request_id from cancellation_item where application_id = ${applicationId} and is_open`.execute(tx);
  return rows[0]?.request_id ?? null;
}

type Lines = { set: readonly PaidRegistration[]; quote: SetQuote; language: Language };

async function linesOf(tx: Tx, { set, quote, language }: Lines): Promise<CancellationQuote['lines']> {
  const { rows } = await sql<{ id: string; subject_name: string; candidate_name: string }>`
    select application_id as id, ${sql.ref(`subject_name_${language}`)} as subject_name, candidate_name
    from application_summary where application_id = any(${set.map((one) => one.id)}::uuid[])`.execute(tx);
  const names = new Map(rows.map((row) => [row.id, row]));
  return set.map((one) => ({
    applicationId: one.id,
    applicationCode: one.code,
    subjectName: names.get(one.id)?.subject_name ?? '',
    candidateName: names.get(one.id)?.candidate_name ?? '',
    paidAmount: one.payAmount,
    amount: quote.amounts.get(one.id) ?? 0,
  }));
}
