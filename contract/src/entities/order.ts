import * as z from 'zod/mini';
import { guardianWait } from './application.ts';
import { place } from './catalogue.ts';
import { orderRefund } from './cancellation.ts';
import { refundOutlook } from './refund-outlook.ts';
import {
  chinaDate,
  clockTime,
  count,
  examCategory,
  fen,
  id,
  instant,
  orderStatus,
  paymentType,
  refundStatus,
  subjectCodes,
  subjectNames,
  text,
} from './scalars.ts';

export const orderItem = z.object({
  id,
  applicationId: id,
  applicationCode: text(20),
  productNameEn: text(200),
  productNameCn: text(200),
  subjectNameEn: subjectNames,
  subjectNameCn: subjectNames,
  cityName: text(100),
  /** Whom it waits for before it goes on; null where it goes on, or is over. */
  guardianWait: z.nullable(guardianWait),
  /** Null while staff have named none, and of a post-test service. */
  venue: z.nullable(place),
  /** Null of a post-test service, like the times. */
  testDate: z.nullable(chinaDate),
  startTime: z.nullable(clockTime),
  endTime: z.nullable(clockTime),
  totalAmount: fen,
  vat: fen,
  originalAmount: fen,
  componentCode: z.nullable(subjectCodes),
  productServiceName: z.nullable(text(200)),
  candidateName: text(100),
  localFeeAmount: fen,
  boardFeeAmount: fen,
  otherFeeAmount: fen,
  tierCount: count,
  tierDiscountAmount: fen,
  lateEntryChargeAmount: fen,
});

export const refundInfo = z.object({
  status: refundStatus,
  orderAmount: fen,
  submissionTime: z.nullable(instant),
  completeTime: z.nullable(instant),
  serialNumber: z.nullable(text(30)),
  totalRefundAmount: fen,
});

/** An order in full. */
export const order = z.object({
  id,
  code: text(20),
  userInfo: z.object({ phoneNumber: text(20) }),
  totalAmount: fen,
  tierDiscountAmount: fen,
  lateEntryChargeAmount: fen,
  payAmount: fen,
  actualPayAmount: fen,
  originalAmount: fen,
  paymentStartTime: instant,
  paymentEndTime: instant,
  paymentCompletedTime: z.nullable(instant),
  paymentType: z.nullable(paymentType),
  status: orderStatus,
  category: examCategory,
  secondsRemaining: count,
  isPaymentInProgress: z.boolean(),
  isFullyRefunded: z.boolean(),
  canPay: z.boolean(),
  canGiveUp: z.boolean(),
  canReorder: z.boolean(),
  canDelete: z.boolean(),
  refundInfo: z.nullable(refundInfo),
  /** What would come back after paying; null also for what is paid or over, for bookings and for services after an exam. */
  refundOutlook,
  /** Each refund of the order by itself, the oldest first. */
  refunds: z.array(orderRefund),
  orderItems: z.array(orderItem),
});
export type Order = z.output<typeof order>;

export const orderListItem = z.object({
  id,
  code: text(20),
  status: orderStatus,
  category: examCategory,
  payAmount: fen,
  actualPayAmount: fen,
  secondsRemaining: count,
  createdTime: instant,
  paymentEndTime: instant,
  paymentCompletedTime: z.nullable(instant),
  isFullyRefunded: z.boolean(),
  itemCount: count,
  summary: z.array(
    z.object({
      productName: text(200),
      subjectName: subjectNames,
      testDate: z.nullable(chinaDate),
      startTime: z.nullable(clockTime),
      candidateName: text(100),
    }),
  ),
});
export type OrderListItem = z.output<typeof orderListItem>;

/** What placing an order gives (S-13). */
export const placedOrder = z.object({ id, code: text(20), amount: fen, isNocharge: z.boolean() });
