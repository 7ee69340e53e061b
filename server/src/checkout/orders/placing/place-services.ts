import { orderCode, orderCodeBytes, paymentWindow, type PostTestPrice } from '@exam/contract/rules';
import { randomBytes, randomId } from '#platform/chance';
import { chinaDateOf } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { settings } from '#platform/settings';
import { theSystem } from '#platform/transition';
import { completeOrder } from '../complete.ts';
import { checkHoldings, holdingsOf } from './limits.ts';
import type { PlacedOrder } from './place.ts';
import { insertOrders } from '../store.ts';

export type ServiceOrder = {
  accountId: string;
  /** The post-test request, locked and Submitted by the caller, who also holds the account's orders. */
  requestId: string;
  price: PostTestPrice;
  /** The end of the service's window. */
  closeAt: string;
  now: string;
};

/**
 * Places the order of a post-test request (9.4#1, R-84): one line with the sum of its rows, to pay within half an hour and before the
 * window and its grace end. One of nothing to pay is complete at once.
 * @throws Refusal ORDER_LIMIT, ORDER_WINDOW_TOO_SHORT
 */
export async function placeServiceOrder(tx: Tx, order: ServiceOrder): Promise<PlacedOrder> {
  const {
    accountId,
    now,
    price: { total },
  } = order;
  checkHoldings(await holdingsOf(tx, [accountId], []), { accountId, wanted: [] });
  const paymentEndAt = windowEnd(order);
  const placed = { id: randomId(), code: orderCode(chinaDateOf(now), randomBytes(orderCodeBytes)) };
  const price = orderPriceOf(order);
  await insertOrders(tx, [
    { ...placed, accountId, at: now, paymentEndAt, price, sessionIdOf: () => null, isPostTest: true },
  ]);
  const isNocharge = total === 0;
  if (isNocharge)
    await completeOrder(tx, { orderId: placed.id, amount: 0, paymentType: null, paidAt: now, actor: theSystem });
  return { ...placed, amount: total, isNocharge };
}

function windowEnd({ now, closeAt }: ServiceOrder): string {
  const { payMinutes, graceMinutes } = settings().order;
  const window = paymentWindow({ now, publishEndAt: [closeAt], stageEndAt: null, payMinutes, graceMinutes });
  return window.ok ? window.paymentEndAt : refuse(window.code);
}

function orderPriceOf({ requestId, price }: ServiceOrder) {
  const { localFee, boardFee, vat, total } = price;
  const line = {
    applicationId: requestId,
    originalAmount: total,
    localFeeAmount: localFee,
    boardFeeAmount: boardFee,
    otherFeeAmount: 0,
    vat,
    tierCount: 1,
    tierDiscountAmount: 0,
    lateEntryStage: null,
    lateEntryChargeAmount: 0,
    payAmount: total,
    stageEndAt: null,
  };
  return {
    lines: [line],
    originalAmount: total,
    tierDiscountAmount: 0,
    lateEntryChargeAmount: 0,
    totalAmount: total,
    payAmount: total,
    stageEndAt: null,
  };
}
