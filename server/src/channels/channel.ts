/** What a channel is asked to collect. Amounts are fen; `expiresAt` is when it must stop taking money (C11). */
export type StartRequest = {
  tradeNo: string;
  amount: number;
  /** What the payer reads at the channel. */
  subject: string;
  expiresAt: string;
  device: 'desktop' | 'phone';
};

/** Where the payer goes: an address of the channel, a code to scan, or either. */
type Started = { redirectUrl: string | null; qrCode: string | null };

/** Money the channel says it has taken: its own number, fen, and when. */
export type ChannelPayment = { channelTradeNo: string; amount: number; paidAt: string };

/**
 * What a channel knows of one trade. `unknown`: no payer has opened it yet; `accepted`: it works on it and will say later;
 * `closed`: it takes no money any more.
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
  reason: string;
};

/** `notYet`: the channel has no such refund, or has not finished it. */
export type RefundAnswer = { state: 'done' } | { state: 'refused'; code: string } | { state: 'notYet' };

/** A notification that proved itself; what it means for an order is decided by payments (C17, C19). */
export type Notice = {
  /** For ever unique at this channel: its transaction and the kind of news (C19). */
  eventKey: string;
  kind: 'paid' | 'closed' | 'refunded' | 'other';
  tradeNo: string;
  payment: ChannelPayment | null;
  /** Of a refund: the channel's number of the trade, and the number under which it was asked for. */
  refund?: { channelTradeNo: string; requestNo: string };
};

/** Why a notification is not believed. `foreign`: rightly signed, but for another application or seller. */
export type Rejection = { rejected: 'malformed' | 'badSignature' | 'foreign' | 'stale'; tradeNo: string | null };

/** A payment channel. Every call but `parseNotify` may throw `ChannelSilent`: then nothing is known, ask again. */
export type ChannelPort = {
  start(request: StartRequest): Promise<Started>;
  query(tradeNo: string): Promise<TradeState>;
  close(tradeNo: string): Promise<CloseAnswer>;
  /** Safe to repeat with the same serial number. */
  refund(request: RefundRequest): Promise<RefundAnswer>;
  queryRefund(request: RefundRequest): Promise<RefundAnswer>;
  /** What a refund came to that is not of our making, in fen; a channel that does not know it (yet) is silent. */
  findRefund(refund: { tradeNo: string; channelTradeNo: string; requestNo: string }): Promise<{ amount: number }>;
  /** Checks signature, application, seller and freshness against the raw bytes (T13). `now` is an instant. */
  parseNotify(rawBody: Buffer, now: string): Notice | Rejection;
};

/** The channel did not answer, or its answer cannot be trusted. No business decision may follow from it. */
export class ChannelSilent extends Error {
  override readonly name = 'ChannelSilent';
  constructor(cause?: unknown) {
    super('the payment channel gave no answer that can be trusted', { cause });
  }
}
