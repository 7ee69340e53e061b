import { chinaStamp } from '../china-time.ts';
import { recordOf, textOf } from '../reading.ts';
import { readerOf, sendPage } from '../pages/layout.ts';
import { buyerActions, payPage, unknownTradePage } from '../pages/pay-page.ts';
import { yuanOf } from '../yuan.ts';
import { settle } from './settle.ts';
import { signedFields } from './signing.ts';
import { ageTrade, openTrade, paymentOf, statusOf } from './trades.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Trade } from '../ledger.ts';
import type { BuyerAction, PayView } from '../pages/pay-page.ts';
import type { World } from '../world.ts';

/** The merchant's return page with the channel's signed parameters; empty when the merchant gave none. */
function returnAddress(world: World, trade: Trade): string {
  if (!URL.canParse(trade.returnUrl)) return '';
  const payment = paymentOf(trade);
  const url = new URL(trade.returnUrl);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') return '';
  if (!payment) return url.href;
  const facts = {
    charset: 'utf-8',
    method: `${trade.method}.return`,
    version: '1.0',
    app_id: trade.appId,
    auth_app_id: trade.appId,
    seller_id: world.merchant.sellerId,
    out_trade_no: trade.outTradeNo,
    trade_no: payment.tradeNo,
    total_amount: yuanOf(payment.amountFen),
    timestamp: chinaStamp(world.clock.now()),
  };
  for (const [name, value] of Object.entries(signedFields(facts, world.keys.privateKey)))
    url.searchParams.set(name, value);
  return url.href;
}

function stateOf(world: World, trade: Trade): PayView['state'] {
  const status = statusOf(trade, world.clock.now());
  if (status === 'WAIT_BUYER_PAY') return 'open';
  if (status === 'TRADE_CLOSED') return trade.payments.length > 0 ? 'refunded' : 'closed';
  return 'paid';
}

function viewOf(world: World, trade: Trade, notice?: PayView['notice']): PayView {
  const wayBack = returnAddress(world, trade);
  return {
    trade,
    merchantName: world.merchant.name,
    state: stateOf(world, trade),
    nowMs: world.clock.now(),
    wayBack,
    notice,
  };
}

function show(request: FastifyRequest, reply: FastifyReply, view: PayView): FastifyReply {
  return sendPage(reply, payPage(readerOf(request), view), view.notice === 'impossible' ? 409 : 200);
}

const noticeAfter: Record<BuyerAction, PayView['notice']> = {
  paid: undefined,
  twice: undefined,
  failed: 'declined',
  leave: 'left',
  late: 'late',
};

/** The cashier: what a buyer sees after scanning or being redirected, and the buttons that decide what happens. */
export function alipayCashier(app: FastifyInstance, world: World): void {
  function tradeOf(request: FastifyRequest): Trade | undefined {
    const trade = world.ledger.tradeByCashier(textOf(recordOf(request.params), 'cashierId'));
    if (trade) ageTrade(world, trade);
    return trade;
  }
  app.get('/pay/:cashierId', (request, reply) => {
    const trade = tradeOf(request);
    if (!trade) return sendPage(reply, unknownTradePage(readerOf(request)), 404);
    if (trade.closedAt === null) openTrade(world, trade);
    return show(request, reply, viewOf(world, trade));
  });
  app.post('/pay/:cashierId', (request, reply) => {
    const trade = tradeOf(request);
    const asked = textOf(recordOf(request.body), 'action');
    const action = buyerActions.find((name) => name === asked);
    if (!trade || !action) return sendPage(reply, unknownTradePage(readerOf(request)), 404);
    if (action !== 'leave') {
      const settled = settle(world, trade, action);
      if ('refused' in settled) return show(request, reply, viewOf(world, trade, 'impossible'));
    }
    const wayBack = returnAddress(world, trade);
    const stays = action === 'failed' || wayBack === '';
    return stays ? show(request, reply, viewOf(world, trade, noticeAfter[action])) : reply.redirect(wayBack, 303);
  });
}
