import { refundInConsole } from './console-refund.ts';
import { ageTrade, openTrade, paymentOf, recordPayment, refundedFen } from './trades.ts';
import type { Trade } from '../ledger.ts';
import type { World } from '../world.ts';

/** What a buyer (or a forger, or the network) may do to a trade. */
export const outcomes = [
  'paid',
  'failed',
  'pending',
  'late',
  'twice',
  'paid-silent',
  'wrong-amount',
  'bad-signature',
  'duplicate-notify',
  'refund-outside',
  'accepted',
  'refund-fails',
] as const;
/** One of the outcomes. */
export type Outcome = (typeof outcomes)[number];

/** Whether a text names an outcome. */
export function isOutcome(text: string): text is Outcome {
  return outcomes.some((name) => name === text);
}

type Act = (world: World, trade: Trade) => Promise<void>;

async function pay(world: World, trade: Trade, amountFen = trade.amountFen): Promise<void> {
  const payment = recordPayment(world, trade, amountFen);
  await world.notifier.tell(trade, 'paid', { payment });
}

const acts: Record<Outcome, Act> = {
  paid: (world, trade) => pay(world, trade),
  failed: async (world, trade) => {
    trade.declines.push(world.clock.stamp());
    trade.acceptedAt = null;
    world.ledger.saveTrade(trade);
  },
  pending: async () => {},
  late: async (world, trade) => {
    if (trade.closedAt !== null) return pay(world, trade);
    trade.lateArmed = true;
    world.ledger.saveTrade(trade);
  },
  twice: async (world, trade) => {
    if (trade.payments.length > 0) return pay(world, trade);
    const payments = [recordPayment(world, trade, trade.amountFen), recordPayment(world, trade, trade.amountFen)];
    await Promise.all(payments.map((payment) => world.notifier.tell(trade, 'paid', { payment })));
  },
  'paid-silent': async (world, trade) => {
    recordPayment(world, trade, trade.amountFen);
  },
  'wrong-amount': (world, trade) => pay(world, trade, trade.amountFen > 1 ? trade.amountFen - 1 : trade.amountFen + 1),
  'bad-signature': (world, trade) => world.notifier.tell(trade, 'forged'),
  'duplicate-notify': async (world, trade) => {
    if (trade.payments.length === 0) await pay(world, trade);
    await Promise.all([world.notifier.repeat(trade, 'paid'), world.notifier.repeat(trade, 'paid')]);
  },
  'refund-outside': async (world, trade) => {
    const refunded = refundInConsole(world, trade);
    if ('told' in refunded) await refunded.told;
  },
  accepted: async (world, trade) => {
    trade.acceptedAt = world.clock.stamp();
    world.ledger.saveTrade(trade);
  },
  'refund-fails': async (world, trade) => {
    trade.refundsFail = true;
    world.ledger.saveTrade(trade);
  },
};

/** Why an outcome cannot happen (any more). */
export type Impossible = 'NO_NOTIFY_URL' | 'ALREADY_PAID' | 'CLOSED' | 'NOTHING_TO_RETURN';

function whyUnreturnable(trade: Trade): Impossible | undefined {
  const payment = paymentOf(trade);
  const isLeft = payment !== undefined && refundedFen(trade, payment.tradeNo) < payment.amountFen;
  return isLeft ? undefined : 'NOTHING_TO_RETURN';
}

function whyImpossible(trade: Trade, outcome: Outcome): Impossible | undefined {
  const paid = trade.payments.length > 0;
  if (outcome === 'bad-signature' || outcome === 'duplicate-notify') {
    if (trade.notifyUrl === '') return 'NO_NOTIFY_URL';
    if (outcome === 'bad-signature' || paid) return undefined;
  }
  if (paid) return outcome === 'twice' && trade.payments.length === 1 ? undefined : 'ALREADY_PAID';
  return trade.closedAt !== null && outcome !== 'late' ? 'CLOSED' : undefined;
}

/** `told` settles when the merchant's first answers are in; `refused` says why an outcome cannot happen any more. */
export type Settled = { refused: Impossible } | { told: Promise<void> };

/**
 * Lets an outcome happen to a trade. The ledger is changed before this returns; the merchant is told after it.
 * `late` on an open trade is armed: the money arrives when the trade has been closed.
 */
export function settle(world: World, trade: Trade, outcome: Outcome): Settled {
  ageTrade(world, trade);
  const isReturn = outcome === 'refund-outside';
  const refused = isReturn ? whyUnreturnable(trade) : whyImpossible(trade, outcome);
  if (outcome === 'refund-fails') return { told: acts[outcome](world, trade) };
  if (refused !== undefined) return { refused };
  openTrade(world, trade);
  return { told: acts[outcome](world, trade) };
}
