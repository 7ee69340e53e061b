import { type Answered, askAboutOrder, askAboutTrade, refundPayment } from '#checkout/payments';
import { reading, type Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { StaffActor } from '#platform/staff-http';
import { load, loadOpen } from './exception-rows.ts';
import { refundRest } from './rest.ts';

type Which = { id: string; reason: string };

/**
 * Asks the channel about everything an exception is about: each trade of its order, whose answers are applied as always (C22), or the
 * trade that nobody knows, of which nothing is applied.
 * @throws Refusal NOT_FOUND (404); EXCEPTION_OF_NO_TRADE for a notification that was not believed.
 */
export async function queryException(staff: StaffActor, id: string): Promise<Answered[]> {
  const exception = await reading((tx) => load(tx, staff, { id, lock: false }));
  if (exception.order_id !== null) return await askAboutOrder(exception.order_id);
  const { channel, trade_no: tradeNo } = exception;
  if (channel === null || tradeNo === null) return refuse('EXCEPTION_OF_NO_TRADE');
  return [{ tradeNo, state: (await askAboutTrade({ channel, tradeNo }))?.state ?? 'silent' }];
}

/**
 * Gives the money of an exception back to the payer.
 * @returns the id of the proposal where a second person is needed (S-16); null when the money is on its way.
 * @throws Refusal NOT_FOUND; VERSION_CONFLICT (409) when it is closed; NOTHING_TO_REFUND; PROPOSAL_OPEN.
 */
export async function refundException(tx: Tx, staff: StaffActor, { id, reason }: Which): Promise<string | null> {
  const { kind, order_id: orderId, payment_id: paymentId } = await loadOpen(tx, staff, { id, lock: false });
  if (kind === 'refundShort') return await refundRest(tx, staff, { id, reason });
  if (orderId === null || paymentId === null) return refuse('NOTHING_TO_REFUND');
  return await refundPayment(tx, staff, { orderId, paymentId, reason });
}
