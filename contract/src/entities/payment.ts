import * as z from 'zod/mini';
import { refundInfo } from './order.ts';
import { count, fen, id, instant, orderStatus, paymentType, text } from './scalars.ts';

/**
 * Payment start result (S-13). `redirectUrl` and `qrCode` lead to the channel; with `redirectFields` the address takes
 * a form with these, posted by the payer's browser.
 */
export const paymentStart = z.object({
  orderId: id,
  amount: fen,
  isIcc: z.boolean(),
  isNocharge: z.boolean(),
  redirectUrl: z.nullable(text(4000)),
  redirectFields: z.nullable(z.array(z.object({ name: text(40), value: text(4000) }))),
  qrCode: z.nullable(text(4000)),
  expiresAt: z.nullable(instant),
  tradeNo: z.nullable(text(64)),
});
export type PaymentStart = z.output<typeof paymentStart>;

/** The fields that open the payment sheet of the app around the page: what WeChat's `getBrandWCPayRequest` takes. */
export const paymentSheet = z.object({
  orderId: id,
  fields: z.array(z.object({ name: text(40), value: text(4000) })),
});
export type PaymentSheet = z.output<typeof paymentSheet>;

/** State of an order's payment after asking the channel (S-13). */
export const paymentState = z.object({
  orderId: id,
  status: orderStatus,
  isInProgress: z.boolean(),
  actualPayAmount: fen,
  secondsRemaining: count,
  refundInfo: z.nullable(refundInfo),
});
export type PaymentState = z.output<typeof paymentState>;

/** A payment type that may be used for this order on this device. */
export const paymentOption = z.object({
  paymentType,
  group: z.enum(['Scan', 'Bank', 'Company', 'Other']),
  /** A code or the page on a computer, the app on a phone, always a page, always a code, the sheet of the app around the page. */
  flow: z.enum(['redirect', 'qr', 'page', 'code', 'sheet']),
});
