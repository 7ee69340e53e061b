import type { PostTestQuote } from '@exam/contract/entities';
import { postTestMachine } from '@exam/contract/machines';
import {
  cancellationLocalPercent,
  cancellationReasonProblem,
  cancellationRefund,
  type ServiceFees,
} from '@exam/contract/rules';
import { lockOrder } from '#checkout/orders';
import { chinaDateOf, readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { transition } from '#platform/transition';
import { requestRefund } from '#books/refunds';
import { readWorkingCalendar } from '#office/working-days';
import { closeItem, openItem } from '#office/work-items';
import { endOfDay } from '@exam/contract/rules';
import { sealText } from './sealed-texts.ts';
import { type ItemRow, itemsOf, ownRequest, paidOf, type RequestRow } from '../store.ts';
import { tellCancellationRequested } from '../notify.ts';

/** Working days in which staff decide. */
const decisionDays = 2;

type Own = { id: string; accountId: string };

/** What cancelling before sending would give back now (9.6 #8). @throws Refusal NOT_FOUND, POST_TEST_SENT, ILLEGAL_STATE. */
export async function quoteCancellation(tx: Tx, own: Own): Promise<PostTestQuote> {
  const row = await ownRequest(tx, own);
  checkCancellable(row);
  return await quoteOf(tx, row);
}

/**
 * Asks to cancel before the request was sent to the awarding body (9.6 #8); the quote is frozen with the refund.
 * @throws Refusal NOT_FOUND, POST_TEST_SENT, ILLEGAL_STATE; FIELDS for the reason; QUOTE_CHANGED.
 */
export async function requestCancellation(
  tx: Tx,
  { reason, amount, ...own }: Own & { reason: string; amount: number },
): Promise<void> {
  const problem = cancellationReasonProblem(reason);
  if (problem !== null) refuse('FIELDS', {}, { reason: problem });
  await ownRequest(tx, own);
  const paid = (await paidOf(tx, own.id)) ?? refuse('ILLEGAL_STATE');
  await lockOrder(tx, { orderId: paid.orderId });
  const row = await ownRequest(tx, { ...own, lock: true });
  checkCancellable(row);
  const quote = await quoteOf(tx, row);
  if (quote.amount !== amount) refuse('QUOTE_CHANGED');
  const actor = { kind: 'candidate', id: own.accountId } as const;
  const move = { table: 'post_test', kind: 'postTest', id: row.id, event: 'requestCancellation', actor } as const;
  await transition(tx, postTestMachine, move);
  const refundId = await requestRefund(tx, paid, { amount: quote.amount, policyRow: 'T1', actor });
  await tx
    .updateTable('post_test')
    .set((old) => ({
      cancel_reason_sealed: sealText(row.id, 'cancel_reason', reason.trim()),
      cancel_requested_at: quote.calculatedAt,
      cancel_refund_id: refundId,
      cancel_reject_reason: null,
      version: old('version', '+', 1),
    }))
    .where('id', '=', row.id)
    .execute();
  await closeItem(tx, { kind: 'postTestToSend', objectId: row.id });
  const calendar = await readWorkingCalendar(tx);
  const dueAt = endOfDay(calendar.add(chinaDateOf(quote.calculatedAt), decisionDays));
  const item = { objectKind: 'postTest' as const, objectId: row.id, officeId: row.office_id, label: row.code, dueAt };
  await openItem(tx, { kind: 'postTestCancellation', ...item });
  await tellCancellationRequested(tx, { id: row.id, version: row.version, amount: quote.amount });
}

function checkCancellable(row: RequestRow): void {
  if (row.status === 'Registered') return;
  refuse(row.status === 'Processing' || row.status === 'Complete' ? 'POST_TEST_SENT' : 'ILLEGAL_STATE');
}

async function quoteOf(tx: Tx, row: RequestRow): Promise<PostTestQuote> {
  const paid = paidFees((await itemsOf(tx, [row.id])).get(row.id) ?? []);
  return {
    paidAmount: paid.localFee + paid.boardFee + paid.vat,
    amount: cancellationRefund(paid),
    localPercent: cancellationLocalPercent,
    calculatedAt: await readNow(tx),
  };
}

/** What was paid for the rows of a request, fen. */
export function paidFees(items: readonly ItemRow[]): ServiceFees {
  const sum = (pick: (item: ItemRow) => number) => items.reduce((total, item) => total + pick(item), 0);
  return {
    localFee: sum((item) => item.local_fee),
    boardFee: sum((item) => item.board_fee),
    vat: sum((item) => item.vat),
  };
}
