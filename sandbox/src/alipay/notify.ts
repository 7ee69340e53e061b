import { randomHex } from '../chance.ts';
import { chinaStamp } from '../china-time.ts';
import { yuanOf } from '../yuan.ts';
import { signedFields, wronglySigned } from './signing.ts';
import { paymentOf, refundedFen, statusOf } from './trades.ts';
import type { Clock } from '../clock.ts';
import type { Faults } from '../faults.ts';
import type { Ledger, Notification, Payment, Refund, Trade } from '../ledger.ts';
import type { Merchant } from '../world.ts';
import type { AlipayKeys } from './keys.ts';

/** What a notification is about. */
interface About {
  payment?: Payment;
  refund?: Refund;
}

/** Tells the merchant what happened, again and again until it answers `success`. */
export interface Notifier {
  /** Sends a new notification; settles when the first try is over. Without a notify_url nothing is sent. */
  tell(trade: Trade, kind: Notification['kind'], about?: About): Promise<void>;
  /** Sends the last notification of a kind once more, whatever was answered. */
  repeat(trade: Trade, kind: Notification['kind']): Promise<void>;
  /** Takes up what an earlier process could not deliver. */
  resume(): void;
  stop(): void;
}

/** What the notifier works with; `retrySeconds` is the pause before each further try. */
export interface NotifierParts {
  ledger: Ledger;
  clock: Clock;
  faults: Faults;
  keys: AlipayKeys;
  merchant: Merchant;
  retrySeconds: readonly number[];
}

const ANSWER_MS = 8000;
const FORGED_NUMBER_DIGITS = 28;

/** The buyer that every trade has here. */
export const buyer = { id: '2088100000000000', logon: 'exa***@example.com' };

function moneyFields(payment: Payment): Record<string, string> {
  const yuan = yuanOf(payment.amountFen);
  return {
    total_amount: yuan,
    receipt_amount: yuan,
    invoice_amount: yuan,
    buyer_pay_amount: yuan,
    point_amount: '0.00',
    gmt_payment: chinaStamp(Date.parse(payment.paidAt)),
    fund_bill_list: JSON.stringify([{ amount: yuan, fundChannel: 'ALIPAYACCOUNT' }]),
  };
}

function factsOf(parts: NotifierParts, trade: Trade, about: About): Record<string, string> {
  const payment = about.payment ?? paymentOf(trade, about.refund?.tradeNo);
  return {
    notify_type: 'trade_status_sync',
    charset: 'utf-8',
    version: '1.0',
    auth_app_id: trade.appId,
    app_id: trade.appId,
    trade_no: payment?.tradeNo ?? trade.tradeNo,
    out_trade_no: trade.outTradeNo,
    seller_id: parts.merchant.sellerId,
    buyer_id: buyer.id,
    buyer_logon_id: buyer.logon,
    trade_status: statusOf(trade, parts.clock.now(), payment?.tradeNo),
    subject: trade.subject,
    ...(trade.passback === '' ? {} : { passback_params: trade.passback }),
    gmt_create: chinaStamp(Date.parse(trade.createdAt)),
    total_amount: yuanOf(trade.amountFen),
    ...(payment ? moneyFields(payment) : {}),
    ...(trade.closedAt !== null && !payment ? { gmt_close: chinaStamp(Date.parse(trade.closedAt)) } : {}),
    ...(about.refund
      ? {
          refund_fee: yuanOf(refundedFen(trade, about.refund.tradeNo)),
          out_biz_no: about.refund.outRequestNo,
          gmt_refund: `${chinaStamp(Date.parse(about.refund.at))}.000`,
        }
      : {}),
  };
}

async function post(url: string, fields: Record<string, string>): Promise<string> {
  try {
    const answer = await fetch(url, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded; charset=utf-8' },
      body: new URLSearchParams(fields).toString(),
      redirect: 'manual',
      signal: AbortSignal.timeout(ANSWER_MS),
    });
    const text = (await answer.text()).trim().slice(0, 200);
    return answer.ok ? text : `HTTP ${answer.status} ${text}`.trim();
  } catch (error) {
    const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
    return `no answer: ${cause instanceof Error ? cause.message : String(cause)}`;
  }
}

type Delivery = Pick<Notifier, 'resume' | 'stop'> & {
  send(trade: Trade, notification: Notification): Promise<void>;
  sendUntilHeard(trade: Trade, notification: Notification): Promise<void>;
};

/** Carries notifications over; the pauses between tries are real time, not the moved clock. */
function createDelivery(parts: NotifierParts): Delivery {
  const timers = new Set<NodeJS.Timeout>();
  let stopped = false;

  async function send(trade: Trade, notification: Notification): Promise<void> {
    const facts = { ...notification.fields, notify_time: chinaStamp(parts.clock.now()) };
    const seal = notification.kind === 'forged' ? wronglySigned : signedFields;
    notification.fields = seal(facts, parts.keys.privateKey);
    const fault = await parts.faults.meet('notify', trade.outTradeNo);
    const down = fault.mode === 'down';
    const answer = down ? 'not sent: the channel is down' : await post(notification.url, notification.fields);
    notification.attempts.push({ at: parts.clock.stamp(), answer });
    if (answer === 'success') notification.delivered = true;
    parts.ledger.saveTrade(trade);
  }
  function retryLater(trade: Trade, notification: Notification): void {
    const pause = parts.retrySeconds[notification.attempts.length - 1];
    if (stopped || pause === undefined || notification.delivered || notification.kind === 'forged') return;
    const timer = setTimeout(() => {
      timers.delete(timer);
      void sendUntilHeard(trade, notification);
    }, pause * 1000);
    timers.add(timer);
  }
  async function sendUntilHeard(trade: Trade, notification: Notification): Promise<void> {
    await send(trade, notification);
    retryLater(trade, notification);
  }
  return {
    send,
    sendUntilHeard,
    resume: () => {
      for (const trade of parts.ledger.trades()) {
        for (const notification of trade.notifications) {
          if (notification.attempts.length === 0) void sendUntilHeard(trade, notification);
          else retryLater(trade, notification);
        }
      }
    },
    stop: () => {
      stopped = true;
      for (const timer of timers) clearTimeout(timer);
    },
  };
}

/** Makes the notifier; each try is signed anew with the time of its sending, under the same notify_id. */
export function createNotifier(parts: NotifierParts): Notifier {
  const delivery = createDelivery(parts);
  return {
    resume: delivery.resume,
    stop: delivery.stop,
    tell: async (trade, kind, about = {}) => {
      if (trade.notifyUrl === '') return;
      const forged: Record<string, string> =
        kind === 'forged' ? { trade_no: '9'.repeat(FORGED_NUMBER_DIGITS), trade_status: 'TRADE_SUCCESS' } : {};
      const notifyId = chinaStamp(parts.clock.now()).slice(0, 10).replaceAll('-', '') + randomHex(26);
      const fields = { ...factsOf(parts, trade, about), ...forged, notify_id: notifyId };
      const url = trade.notifyUrl;
      const notification: Notification = { notifyId, kind, url, fields, attempts: [], delivered: false };
      trade.notifications.push(notification);
      parts.ledger.saveTrade(trade);
      await delivery.sendUntilHeard(trade, notification);
    },
    repeat: async (trade, kind) => {
      const last = trade.notifications.findLast((notification) => notification.kind === kind);
      if (last) await delivery.send(trade, last);
    },
  };
}
