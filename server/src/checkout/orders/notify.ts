import { accountContact } from '#people/accounts';
import type { ReceiptLine } from '#people/messages';
import { notify } from '#people/notices';
import type { Tx } from '#platform/database';

/**
 * Tells the account about a new order that waits for its payment; one that is paid already, or is without charge, is told of
 * that instead. Done by a job: nothing that the seats need not wait for is done while they are taken.
 */
export async function tellPlaced(tx: Tx, { orderId }: { orderId: string }): Promise<void> {
  const order = await orderOf(tx, orderId);
  if (order.status !== 'PaymentPending') return;
  const { code: orderCode, account_id: accountId, pay_amount: amount, payment_end_at: payBefore } = order;
  const lines = await linesOf(tx, { orderId, accountId });
  const values = { orderId, orderCode, amount, payBefore, lines };
  await notify(tx, { kind: 'orderPlaced', values, accountId, objectId: orderId });
}

/** Tells the account that an order is paid, and what was bought; or that one without charge is complete. */
export async function tellPaid(tx: Tx, { orderId }: { orderId: string }): Promise<void> {
  const order = await orderOf(tx, orderId);
  const { code: orderCode, account_id: accountId, actual_pay_amount: amount, payment_completed_at: paidAt } = order;
  const lines = await linesOf(tx, { orderId, accountId });
  const to = { accountId, objectId: orderId };
  const values = { orderId, orderCode, lines, afterResults: order.category === 'PostTest' };
  if (amount === 0) await notify(tx, { kind: 'registrationConfirmed', values, ...to });
  else await notify(tx, { kind: 'paid', values: { ...values, amount, paidAt: paidAt ?? '' }, ...to });
}

/** Tells the account that an order ended unpaid; not when it gave it up itself. */
export async function tellExpired(
  tx: Tx,
  { orderId, event }: { orderId: string; event: 'expire' | 'giveUp' },
): Promise<void> {
  if (event === 'giveUp') return;
  const { code: orderCode, account_id: accountId } = await orderOf(tx, orderId);
  await notify(tx, { kind: 'orderExpired', values: { orderId, orderCode }, accountId, objectId: orderId });
}

/** Tells the account that a payment which came late or twice is on its way back; once for each payment (S-3, C18). */
export async function tellReturned(
  tx: Tx,
  { orderId, paymentId, amount }: { orderId: string; paymentId: string; amount: number },
): Promise<void> {
  const { code: orderCode, account_id: accountId } = await orderOf(tx, orderId);
  const values = { orderId, orderCode, amount };
  await notify(tx, { kind: 'paymentReturned', values, accountId, objectId: paymentId });
}

async function orderOf(tx: Tx, orderId: string) {
  return await tx.selectFrom('exam_order').selectAll().where('id', '=', orderId).executeTakeFirstOrThrow();
}

async function linesOf(tx: Tx, { orderId, accountId }: { orderId: string; accountId: string }): Promise<ReceiptLine[]> {
  const { language } = await accountContact(tx, accountId);
  const rows = await tx
    .selectFrom('order_item as item')
    .innerJoin('sold_summary as summary', 'summary.application_id', 'item.application_id')
    .selectAll('summary')
    .select(['item.application_id as item_id', 'item.pay_amount'])
    .where('item.order_id', '=', orderId)
    .orderBy('item.position')
    .execute();
  const inLanguage = (en: string | null, zh: string | null): string => (language === 'zh' ? zh : en) ?? '';
  return rows.map((row) => ({
    applicationId: row.item_id,
    productName: inLanguage(row.product_name_en, row.product_name_zh),
    subjectName: inLanguage(row.subject_name_en, row.subject_name_zh),
    cityName: inLanguage(row.city_name_en, row.city_name_zh),
    candidateName: row.candidate_name ?? '',
    examDate: row.exam_date ?? '',
    startTime: row.start_time ?? '',
    amount: row.pay_amount,
  }));
}
