import { randomHex } from '../chance.ts';
import { integerOf, isRecord, recordOf, textOf } from '../reading.ts';
import type { Refund, Trade } from '../ledger.ts';
import type { Unchecked } from '../reading.ts';
import type { World } from '../world.ts';

/** What a merchant's past is told by: a payment of then and what went back of it. Amounts in fen, instants ISO 8601 UTC. */
export interface PastPayment {
  outTradeNo: string;
  tradeNo: string;
  subject: string;
  amountFen: number;
  paidAt: string;
  refunds: Pick<Refund, 'outRequestNo' | 'amountFen' | 'at'>[];
}

function refundOf(value: unknown): PastPayment['refunds'][number] | undefined {
  const fields = recordOf(value);
  const [outRequestNo, at] = [textOf(fields, 'outRequestNo'), textOf(fields, 'at')];
  const amountFen = integerOf(fields, 'amountFen') ?? 0;
  return outRequestNo === '' || amountFen < 1 || Number.isNaN(Date.parse(at))
    ? undefined
    : { outRequestNo, amountFen, at };
}

/** Reads one earlier payment; undefined when something is missing or does not add up. */
export function pastPaymentOf(fields: Unchecked): PastPayment | undefined {
  const [outTradeNo, tradeNo] = [textOf(fields, 'outTradeNo'), textOf(fields, 'tradeNo')];
  const [subject, paidAt] = [textOf(fields, 'subject'), textOf(fields, 'paidAt')];
  const amountFen = integerOf(fields, 'amountFen') ?? 0;
  const given: unknown = fields['refunds'];
  const refunds = (Array.isArray(given) ? given.filter(isRecord) : []).flatMap((one) => refundOf(one) ?? []);
  const isWhole = Array.isArray(given) && refunds.length === given.length;
  const returned = refunds.reduce((sum, refund) => sum + refund.amountFen, 0);
  if (!/^[\w-]{1,64}$/.test(outTradeNo) || tradeNo === '' || amountFen < 1) return undefined;
  if (!isWhole || returned > amountFen || Number.isNaN(Date.parse(paidAt))) return undefined;
  return { outTradeNo, tradeNo, subject, amountFen, paidAt, refunds };
}

/** Enters an earlier payment, once: what the channel knows already stays as it is. @returns whether it was entered now. */
export function enterPast(world: World, past: PastPayment): boolean {
  const { outTradeNo, tradeNo, subject, amountFen, paidAt } = past;
  if (world.ledger.trade(outTradeNo) ?? world.ledger.tradeByNumber(tradeNo)) return false;
  const trade: Trade = {
    channel: 'alipay',
    outTradeNo,
    tradeNo,
    subject,
    amountFen,
    cashierId: randomHex(24),
    appId: world.merchant.appId,
    method: 'alipay.trade.precreate',
    passback: '',
    notifyUrl: '',
    returnUrl: '',
    createdAt: paidAt,
    openedAt: paidAt,
    expiresAt: paidAt,
    closedAt: null,
    closedBy: null,
    lateArmed: false,
    acceptedAt: null,
    refundsFail: false,
    declines: [],
    payments: [{ tradeNo, amountFen, paidAt, late: false }],
    refunds: past.refunds.map((refund) => ({ ...refund, tradeNo, reason: 'past' })),
    notifications: [],
  };
  world.ledger.saveTrade(trade);
  return true;
}
