import { recordOf, textOf } from '../reading.ts';
import { readerOf, sendPage } from '../pages/layout.ts';
import { buyerActions, foreignPage, payPage, unknownTradePage } from '../pages/pay-page.ts';
import { settle } from './settle.ts';
import { ageTrade, openTrade, statusOf } from './trades.ts';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Trade } from '../ledger.ts';
import type { BuyerAction, PayView } from '../pages/pay-page.ts';
import type { World } from '../world.ts';
import type { WayBack } from './dialect.ts';

/** The merchant's return page as the trade's channel leads there; null when the merchant gave none. */
function wayBackOf(world: World, trade: Trade): WayBack | null {
  if (!URL.canParse(trade.returnUrl) || !/^https?:$/.test(new URL(trade.returnUrl).protocol)) return null;
  return world.dialects[trade.channel].wayBack(trade);
}

/** WeChat's page for phones asks where the buyer comes from: the merchant's own site, or a page of the channel's. */
function comesFromMerchant(world: World, trade: Trade, referer: string | undefined): boolean {
  if (trade.channel !== 'wechat' || trade.method !== 'h5') return true;
  const hostOf = (address: string) => (URL.canParse(address) ? new URL(address).host : '');
  const from = hostOf(referer ?? '');
  return from !== '' && [hostOf(trade.notifyUrl), hostOf(world.publicUrl())].includes(from);
}

function stateOf(world: World, trade: Trade): PayView['state'] {
  const status = statusOf(trade, world.clock.now());
  if (status === 'WAIT_BUYER_PAY') return trade.acceptedAt === null ? 'open' : 'accepted';
  if (status === 'TRADE_CLOSED') return trade.payments.length > 0 ? 'refunded' : 'closed';
  return 'paid';
}

function viewOf(world: World, trade: Trade, notice?: PayView['notice']): PayView {
  const wayBack = wayBackOf(world, trade);
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
  accepted: 'accepted',
};

/** The cashier: what a buyer sees after scanning or being redirected, and the buttons that decide what happens. */
export function cashier(app: FastifyInstance, world: World): void {
  function tradeOf(request: FastifyRequest): Trade | undefined {
    const trade = world.ledger.tradeByCashier(textOf(recordOf(request.params), 'cashierId'));
    if (trade) ageTrade(world, trade);
    return trade;
  }
  app.get('/pay/:cashierId', (request, reply) => {
    const trade = tradeOf(request);
    if (!trade) return sendPage(reply, unknownTradePage(readerOf(request)), 404);
    if (!comesFromMerchant(world, trade, request.headers.referer))
      return sendPage(reply, foreignPage(readerOf(request)), 403);
    // WeChat's page is told where to return by whoever sends the buyer there.
    const back = textOf(recordOf(request.query), 'redirect_url');
    if (trade.channel === 'wechat' && back !== '' && trade.returnUrl !== back) {
      trade.returnUrl = back;
      world.ledger.saveTrade(trade);
    }
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
    const wayBack = wayBackOf(world, trade);
    const stays = action === 'failed' || wayBack === null || wayBack.form !== undefined;
    return stays
      ? show(request, reply, viewOf(world, trade, noticeAfter[action]))
      : reply.redirect(wayBack.address, 303);
  });
}
