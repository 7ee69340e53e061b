import type { PaymentType } from '@exam/contract/entities';

/** What the payer holds: a phone cannot scan a code that it shows itself. `wechat`: the browser inside WeChat, which blocks some channels. */
export type Device = 'desktop' | 'phone' | 'wechat';

/** What a channel is asked to collect. Amounts are fen; `expiresAt` is when it must stop taking money (C11). */
export type StartRequest = {
  tradeNo: string;
  amount: number;
  /** What the payer reads at the channel. */
  subject: string;
  expiresAt: string;
  device: Device;
  paymentType: PaymentType;
  /** When the attempt was made: part of the trade's name at some channels. */
  startedAt: string;
  /** The payer's network address, which some channels want to know. */
  ip: string;
  /** Where a channel's sign-in leads back to, and the state that it brings along. */
  back: { url: string; state: string };
};

/**
 * Where the payer goes: an address of the channel, a code to scan, or either. `fields`: the address takes a form with these, which the
 * payer's browser posts. `reference`: the channel's own name of the trade, by which alone it can be asked about.
 */
export type Started = {
  redirectUrl: string | null;
  qrCode: string | null;
  fields?: Readonly<Record<string, string>>;
  reference?: string;
};

/**
 * The fields that open the payment sheet of the app around the page. `refused`: the code is wrong, used or too old; or whoever signed in cannot
 * pay this trade, and a new one is needed.
 */
export type Sheet = { fields: Readonly<Record<string, string>> } | { refused: 'code' | 'trade' };

/** What some channels need to know of a trade in addition to its number; unknown for one that is not ours. */
export type TradeContext = { startedAt?: string; reference?: string | null };

/** Money the channel says it has taken: its own number, fen, and when. */
export type ChannelPayment = { channelTradeNo: string; amount: number; paidAt: string };

/**
 * What a channel knows of one trade. `unknown`: no payer has opened it yet; `accepted`: it works on it and will say later;
 * `closed`: it takes no money any more. A channel that has no word for `accepted` (Alipay) says `waiting` all the while and shows it only
 * by refusing to close: then payments infers it.
 */
export type TradeState =
  | { state: 'paid'; payment: ChannelPayment }
  | { state: 'unknown' | 'waiting' | 'accepted' | 'closed' };

/** `refused`: the channel does not close it, being paid or in progress; its query tells which. */
type CloseAnswer = 'closed' | 'refused';

export type RefundRequest = {
  tradeNo: string;
  channelTradeNo: string;
  /** Ours, the same on every retry (C30). */
  serialNumber: string;
  amount: number;
  /** What the payer reads; the same on every retry. */
  reason: string;
  /** The whole payment that the refund is of. */
  paidAmount: number;
  /** When the refund was asked for first; the same on every retry. */
  requestedAt: string;
};

/** `underWay`: the channel has taken it and not finished it yet. */
export type RefundAnswer = { state: 'done' } | { state: 'refused'; code: string } | { state: 'underWay' };

/** What a channel says of a refund when it is asked; `unknown` is one that never came there. */
export type RefundStanding = RefundAnswer | { state: 'unknown' };

/**
 * A notification that proved itself; what it means for an order is decided by payments (C17, C19). `unread`: it tells of money that we cannot
 * book, in another currency or without its time.
 */
export type Notice = {
  /** For ever unique at this channel: its transaction and the kind of news (C19). */
  eventKey: string;
  kind: 'paid' | 'closed' | 'refunded' | 'unread' | 'other';
  tradeNo: string;
  payment: ChannelPayment | null;
  /** For a refund: the channel's number of the trade, and the number under which it was asked for. */
  refund?: { channelTradeNo: string; requestNo: string };
};

/** Why a notification is not believed. `foreign`: rightly signed, but for another application or seller. */
export type Rejection = { rejected: 'malformed' | 'badSignature' | 'foreign' | 'stale'; tradeNo: string | null };

/** A refund that is none of ours; `at` is known where a statement told of it. */
type OutsideRefund = { tradeNo: string; channelTradeNo: string; requestNo: string; at?: string | undefined };

/** What a channel waits for in answer to a notification. */
export type NoticeAnswer = { status: number; content: string; mediaType?: string };

/** Names of a message's header lines in lower case. */
export type MessageHeaders = Readonly<Record<string, string | string[] | undefined>>;

/** A payment channel. Every call but `parseNotify` may throw `ChannelSilent`: then nothing is known, ask again. */
export type ChannelPort = {
  start(request: StartRequest): Promise<Started>;
  /**
   * For a channel whose `start` leads to its sign-in: makes the trade for whoever signed in. The code that came back is good once; the person it
   * names is stored nowhere.
   */
  sheet?: (request: StartRequest, code: string) => Promise<Sheet>;
  query(tradeNo: string, context?: TradeContext): Promise<TradeState>;
  close(tradeNo: string, context?: TradeContext): Promise<CloseAnswer>;
  /** Safe to repeat with the same serial number. */
  refund(request: RefundRequest): Promise<RefundAnswer>;
  queryRefund(request: RefundRequest): Promise<RefundStanding>;
  /** What a refund came to that is not of our making, in fen; a channel that does not know it (yet) is silent. */
  findRefund(refund: OutsideRefund): Promise<{ amount: number }>;
  /** Checks signature, application, seller and freshness against the raw bytes (T13). `now` is an instant. */
  parseNotify(rawBody: Buffer, now: string, headers?: MessageHeaders): Notice | Rejection;
  /** What a believed notification is answered, and one that is not; default: the words `success` and `fail`. */
  answers?: { believed: NoticeAnswer; refused: NoticeAnswer };
  /** A trade that was led on one device cannot be led on another: the payer who changes gets a new one. */
  isBoundToDevice?: boolean;
  /** An address to pay at lives for minutes only: it is asked for again each time. */
  isLeadBrief?: boolean;
};

/** The channel did not answer, or its answer cannot be trusted. No business decision may follow from it. */
export class ChannelSilent extends Error {
  override readonly name = 'ChannelSilent';
  constructor(cause?: unknown) {
    super('the payment channel gave no answer that can be trusted', { cause });
  }
}
