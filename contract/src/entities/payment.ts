import * as z from 'zod/mini';
import { refundInfo } from './order.ts';
import { count, fen, id, instant, orderStatus, paymentType, text } from './scalars.ts';

/** Payment start result (1-portal section 3, S-13). `redirectUrl` and `qrCode` lead to the channel. */
export const paymentStart = z.object({
  orderId: id,
  amount: fen,
  isIcc: z.boolean(),
  isNocharge: z.boolean(),
  redirectUrl: z.nullable(text(4000)),
  qrCode: z.nullable(text(4000)),
  expiresAt: z.nullable(instant),
  tradeNo: z.nullable(text(64)),
});
export type PaymentStart = z.output<typeof paymentStart>;

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
  flow: z.enum(['redirect', 'qr']),
});
