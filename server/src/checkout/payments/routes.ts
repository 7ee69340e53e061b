import type { IncomingHttpHeaders } from 'node:http';
import { orderCalls, paymentCalls } from '@exam/contract/calls';
import { canStartPayment } from '@exam/contract/rules';
import { readForm, waysFor } from '#books/channels';
import { findOwnOrder, orderPaymentsSummary, showOrder } from '#checkout/orders';
import { readNow } from '#platform/clock';
import { reading } from '#platform/database';
import { refuse } from '#platform/errors';
import type { Handlers, RedirectReply, Routes } from '#platform/http';
import { deviceOf, isAppleBrowser } from './device.ts';
import { deleteOrder, giveUpOrder } from './ending/give-up.ts';
import { takeNotification } from './notify.ts';
import { queryOrder } from './query.ts';
import { openSheet } from './sheet.ts';
import { startPayment } from './start.ts';
import { findOrderOfTrade } from './store.ts';

const payments: Handlers<typeof paymentCalls> = {
  'payment.start': async ({ account, body, headers, ip }) =>
    await startPayment({ accountId: account.id, ...body, payer: payerOf(headers), ip }),
  'payment.query': async ({ account, body }) => await queryState({ accountId: account.id, orderId: body.orderId }),
  'payment.returned': async ({ account, body }) => await queryState({ accountId: account.id, orderId: body.orderId }),
  'payment.mayStart': async ({ account, params }) =>
    await reading(async (tx) => {
      const order = await findOwnOrder(tx, { accountId: account.id, orderId: params.orderId });
      return { isValid: order.status === 'PaymentPending' && canStartPayment(await readNow(tx), order.payment_end_at) };
    }),
  'payment.sheet': async ({ account, body, headers, ip }) =>
    await openSheet({ accountId: account.id, ...body, payer: payerOf(headers), ip }),
  'payment.types': async ({ account, params, headers }) => {
    const order = await reading((tx) => findOwnOrder(tx, { accountId: account.id, orderId: params.orderId }));
    const payer = payerOf(headers);
    const usual = payer.device === 'desktop' ? ('qr' as const) : ('redirect' as const);
    const ways = waysFor({ ...payer, amount: order.pay_amount });
    return ways.map(({ paymentType, group, flow }) => ({
      paymentType,
      group,
      flow: flow?.[payer.device] ?? usual,
    }));
  },
  'payment.notify': async ({ params, rawBody, headers, ip }) =>
    await takeNotification(params.channel, { rawBody: rawBody ?? Buffer.alloc(0), headers, ip }),
  'payment.returnByGet': async ({ rawQuery }) => await wayBack(Buffer.from(rawQuery)),
  'payment.returnByPost': async ({ rawBody }) => await wayBack(rawBody ?? Buffer.alloc(0)),
};

const payerOf = (headers: IncomingHttpHeaders) => ({
  device: deviceOf(headers),
  isApple: isAppleBrowser(headers),
});

const endings = { 'order.giveUp': orderCalls['order.giveUp'], 'order.delete': orderCalls['order.delete'] };

/** These two ask the channel before they free a seat, so they are served here and not by orders. */
const orders: Handlers<typeof endings> = {
  'order.giveUp': async ({ account, params, language }) => {
    const own = { accountId: account.id, orderId: params.id };
    await reading((tx) => findOwnOrder(tx, own));
    if (params.status !== 'PaymentExpired') refuse('ORDER_STATUS_REFUSED');
    await giveUpOrder(own);
    return await showOrder({ ...own, language });
  },
  'order.delete': async ({ account, params }) => await deleteOrder({ accountId: account.id, orderId: params.id }),
};

export const routes: Routes[] = [
  { calls: paymentCalls, handlers: payments },
  { calls: endings, handlers: orders },
];

/** The browser's word counts for nothing (S-13): the channel is asked, then the state is shown. */
async function queryState(own: { accountId: string; orderId: string }) {
  await reading((tx) => findOwnOrder(tx, own));
  await queryOrder(own.orderId);
  return await reading((tx) => orderPaymentsSummary(tx, own));
}

/** The way back from the channel, by address or by a form that it posts, changes nothing: it only finds the page (C22). */
async function wayBack(form: Buffer): Promise<RedirectReply> {
  const { out_trade_no: tradeNo, orderId: otherNo = '' } = readForm(form) ?? {};
  const orderId = await reading((tx) => findOrderOfTrade(tx, tradeNo ?? otherNo));
  return { redirectTo: orderId === null ? '/payment-success' : `/payment-success?orderId=${orderId}` };
}
