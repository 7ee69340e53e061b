import { integerOf, recordOf } from './reading.ts';
import type { Journal } from './journal.ts';

/** The payment channels of this world. */
export type Channel = 'alipay' | 'wechat' | 'unionpay' | 'card';

/** One success at the channel: a trade paid twice has two, each with its own number. Amounts are integer fen, instants ISO 8601 UTC. */
export interface Payment {
  tradeNo: string;
  amountFen: number;
  paidAt: string;
  /** The success came after the trade was closed or had expired. */
  late: boolean;
}

/** Money that went back to the buyer, under the merchant's own request number. */
export interface Refund {
  outRequestNo: string;
  tradeNo: string;
  amountFen: number;
  reason: string;
  at: string;
  /** The channel's own number of it; empty where it has none. */
  refundNo?: string;
  /** The money could not be returned to the account it came from. */
  isAbnormal?: boolean;
}

/** One asynchronous notification and how the merchant answered each try. */
export interface Notification {
  notifyId: string;
  kind: 'paid' | 'refunded' | 'closed' | 'forged';
  url: string;
  /** The form as last sent, signature included, so that a test can replay it. */
  fields: Record<string, string>;
  /** What went over the line last, byte for byte. */
  sent?: { headers: Record<string, string>; body: string };
  attempts: { at: string; answer: string }[];
  /** The merchant answered `success`. */
  delivered: boolean;
}

/** What the channel knows about one order of the merchant. */
export interface Trade {
  channel: Channel;
  outTradeNo: string;
  /** The channel's number, given when the buyer first opens the trade. */
  tradeNo: string;
  cashierId: string;
  appId: string;
  method: string;
  /** Who alone may pay it, where the merchant said so. */
  payer?: string;
  subject: string;
  passback: string;
  amountFen: number;
  notifyUrl: string;
  returnUrl: string;
  createdAt: string;
  expiresAt: string;
  /** When the buyer scanned the code or saw the pay page; before that the channel answers "trade does not exist". */
  openedAt: string | null;
  closedAt: string | null;
  closedBy: 'merchant' | 'expiry' | null;
  /** A buyer has paid in time, but the money arrives only after the trade is closed. */
  lateArmed: boolean;
  /** The buyer has confirmed and the channel works on it: it says the result later. */
  acceptedAt: string | null;
  /** Money that goes back to this buyer does not arrive. */
  refundsFail: boolean;
  /** Instants of refused tries. */
  declines: string[];
  payments: Payment[];
  refunds: Refund[];
  notifications: Notification[];
}

/** A file that came with a mail. */
export interface Attachment {
  name: string;
  type: string;
  size: number;
  contentBase64: string;
}

/** Something that reached a person. */
export interface Message {
  id: string;
  channel: 'sms' | 'mail';
  to: string;
  from: string;
  subject: string | null;
  text: string;
  html: string | null;
  at: string;
  attachments: Attachment[];
  /** The merchant's own id of an SMS, where the service takes one. */
  outId?: string;
  /** The phone company gave it back: no phone shows it. */
  isReturned?: true;
}

/** The outside world's own memory. It is kept apart from the merchant's books on purpose: tests compare the two. */
export interface Ledger {
  trade(outTradeNo: string): Trade | undefined;
  /** Finds a trade by the channel's number, also that of a second payment. */
  tradeByNumber(tradeNo: string): Trade | undefined;
  tradeByCashier(cashierId: string): Trade | undefined;
  /** Newest first. */
  trades(): Trade[];
  saveTrade(trade: Trade): void;
  /** Newest first. */
  messages(): Message[];
  addMessage(message: Message): void;
  smsTemplate(code: string): string | undefined;
  /** Whether texts were registered: then no other is sent. */
  hasSmsTemplates(): boolean;
  saveSmsTemplate(code: string, text: string): void;
  offsetSeconds(): number;
  saveOffset(seconds: number): void;
}

/** More would only be ballast in a long-running demonstration; the file keeps them all. */
const MESSAGES_KEPT = 10_000;

function isTrade(value: unknown): value is Trade {
  const trade = recordOf(value);
  return typeof trade['outTradeNo'] === 'string' && Array.isArray(trade['notifications']);
}

/** A trade as the journal has it; lines of before there were other channels lack what came later. */
function tradeOf(value: unknown): Trade | undefined {
  if (!isTrade(value)) return undefined;
  return {
    ...value,
    channel: value.channel ?? 'alipay',
    acceptedAt: value.acceptedAt ?? null,
    refundsFail: value.refundsFail ?? false,
  };
}

function isMessage(value: unknown): value is Message {
  const message = recordOf(value);
  return typeof message['channel'] === 'string' && Array.isArray(message['attachments']);
}

/** Opens the ledger on a journal: every change is written as one line, and the last line about a thing counts. */
export function openLedger(journal: Journal): Ledger {
  const trades = new Map<string, Trade>();
  const byNumber = new Map<string, Trade>();
  const byCashier = new Map<string, Trade>();
  const messages: Message[] = [];
  const templates = new Map<string, string>();
  let offset = 0;

  function keepTrade(trade: Trade): void {
    trades.set(trade.outTradeNo, trade);
    byCashier.set(trade.cashierId, trade);
    for (const number of [trade.tradeNo, ...trade.payments.map((payment) => payment.tradeNo)])
      byNumber.set(number, trade);
  }
  function keepMessage(message: Message): void {
    messages.unshift(message);
    messages.splice(MESSAGES_KEPT);
  }
  for (const line of journal.read()) {
    const trade = tradeOf(line['trade']);
    if (trade) keepTrade(trade);
    if (isMessage(line['message'])) keepMessage(line['message']);
    for (const [code, text] of Object.entries(recordOf(line['smsTemplates']))) templates.set(code, String(text));
    offset = integerOf(line, 'offsetSeconds') ?? offset;
  }
  return {
    trade: (outTradeNo) => trades.get(outTradeNo),
    tradeByNumber: (tradeNo) => byNumber.get(tradeNo),
    tradeByCashier: (cashierId) => byCashier.get(cashierId),
    trades: () => [...trades.values()].toReversed(),
    saveTrade: (trade) => {
      keepTrade(trade);
      journal.append({ trade });
    },
    messages: () => messages,
    addMessage: (message) => {
      keepMessage(message);
      journal.append({ message });
    },
    smsTemplate: (code) => templates.get(code),
    hasSmsTemplates: () => templates.size > 0,
    saveSmsTemplate: (code, text) => {
      templates.set(code, text);
      journal.append({ smsTemplates: { [code]: text } });
    },
    offsetSeconds: () => offset,
    saveOffset: (seconds) => {
      offset = seconds;
      journal.append({ offsetSeconds: seconds });
    },
  };
}
