import type { Notification, Payment, Refund, Trade } from '../ledger.ts';

/** What a notification is about. */
export interface About {
  payment?: Payment;
  refund?: Refund;
  /** Somebody did it in the channel's own console. */
  isByHand?: boolean;
}

/** One try of a notification as it goes over the line; `fields` are kept for programs that look. */
export interface Told {
  fields: Record<string, string>;
  headers: Record<string, string>;
  body: string;
}

/** Where a buyer returns to: an address, with a form to post there where the channel posts. */
export interface WayBack {
  address: string;
  form?: Record<string, string>;
}

/** How one channel speaks to merchants of its own accord. */
export interface Dialect {
  /** Whether the channel tells of this at all. */
  tells(kind: Notification['kind'], about: About): boolean;
  /** What is true of the trade when it happens; kept with the notification. */
  facts(trade: Trade, kind: Notification['kind'], about: About): Record<string, string>;
  /** One try, signed again; a forgery is signed wrongly. */
  message(notification: Notification): Told;
  /** Whether an answer means that the merchant has understood. */
  isHeard(status: number, text: string): boolean;
  /** The merchant's return page with what the channel says there; the trade names a page. */
  wayBack(trade: Trade): WayBack;
}
