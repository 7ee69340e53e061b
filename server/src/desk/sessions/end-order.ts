import { reorder } from '#registering/applications';
import { accountContact } from '#people/accounts';
import { notify } from '#people/notices';
import { endOrderFor } from '#checkout/payments';
import { inTransaction, reading } from '#platform/database';
import { theSystem } from '#platform/transition';

/**
 * Ends an unpaid order of a withdrawn session (9.1#16): the channel is asked and closed first; what else was in the order goes back to
 * its owner's cart, and they are told. Paid meanwhile, it is left to `sweepWithdrawn`.
 * @throws Refusal while the channel works on a payment or does not answer: the job comes again.
 */
export async function endOrder({ orderId }: { orderId: string }): Promise<void> {
  const ended = await endOrderFor({ orderId, actor: theSystem }, async (tx) => {
    const { account_id: accountId, code: orderCode } = await tx
      .selectFrom('exam_order')
      .select(['account_id', 'code'])
      .where('id', '=', orderId)
      .executeTakeFirstOrThrow();
    const values = { orderId, orderCode };
    await notify(tx, { kind: 'orderSessionWithdrawn', values, accountId, objectId: orderId });
    return { accountId };
  });
  if (ended) await backToCart({ orderId, accountId: ended.accountId });
  else await backIfEnded(orderId);
}

/** The job came again after the order had ended: what it could not do then is done now; clones are made once. */
async function backIfEnded(orderId: string): Promise<void> {
  const order = await reading((tx) =>
    tx.selectFrom('exam_order').select(['account_id', 'status']).where('id', '=', orderId).executeTakeFirst(),
  );
  if (order?.status === 'PaymentExpired') await backToCart({ orderId, accountId: order.account_id });
  else if (order?.status === 'PaymentPending') throw new Error('A payment was started meanwhile.');
}

async function backToCart({ orderId, accountId }: { orderId: string; accountId: string }): Promise<void> {
  const { language } = await inTransaction((tx) => accountContact(tx, accountId));
  await reorder({ accountId, orderId, language });
}
