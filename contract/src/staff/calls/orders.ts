import * as z from 'zod/mini';
import { count, examCategory, fen, id, instant, orderStatus, refundStatus, text } from '../../entities/index.ts';
import { defineStaffCalls, reason } from './call.ts';
import { listQuery, listReply } from './list.ts';
import { voucher } from './refunds.ts';

const version = z.int().check(z.minimum(1));

const orderItem = z.object({
  id,
  version,
  code: text(20),
  status: orderStatus,
  category: examCategory,
  payAmount: fen,
  actualPayAmount: fen,
  refundedAmount: fen,
  paymentType: z.nullable(text(30)),
  itemCount: count,
  candidateNames: text(400),
  createdAt: instant,
  paymentEndAt: instant,
  paidAt: z.nullable(instant),
  openExceptions: count,
});
export type OrderItem = z.output<typeof orderItem>;

const orderPage = z.object({
  ...orderItem.shape,
  /** Masked. */
  phone: text(20),
  lines: z.array(
    z.object({
      applicationId: id,
      applicationCode: text(20),
      candidateName: text(100),
      subjectNameEn: text(400),
      subjectNameZh: text(400),
      applicationStatus: text(40),
      localFeeAmount: fen,
      boardFeeAmount: fen,
      vat: fen,
      tierDiscountAmount: fen,
      lateEntryChargeAmount: fen,
      payAmount: fen,
    }),
  ),
  attempts: z.array(
    z.object({
      id,
      tradeNo: text(40),
      channel: text(20),
      status: text(20),
      amount: fen,
      createdAt: instant,
      endedAt: z.nullable(instant),
    }),
  ),
  payments: z.array(
    z.object({
      id,
      channel: text(20),
      channelTradeNo: text(64),
      amount: fen,
      refundedAmount: fen,
      isSettling: z.boolean(),
      paidAt: instant,
    }),
  ),
  refunds: z.array(z.object({ id, serialNumber: text(30), status: refundStatus, cause: text(30), amount: fen })),
  ledger: z.array(z.object({ at: instant, kind: text(40), account: text(20), amount: z.int() })),
  proposalId: z.nullable(id),
});

const exceptionItem = z.object({
  id,
  kind: text(30),
  detail: text(500),
  orderId: z.nullable(id),
  orderCode: z.nullable(text(20)),
  paymentId: z.nullable(id),
  openedAt: instant,
  closedAt: z.nullable(instant),
  resolution: z.nullable(text(500)),
});
export type PaymentExceptionItem = z.output<typeof exceptionItem>;

/** Orders, what the channels took for them, and what does not fit. */
export const ordersStaffCalls = defineStaffCalls({
  'orders.search': {
    permission: 'orders:read',
    body: listQuery(['createdAt', 'paymentEndAt', 'payAmount', 'paidAt'], {
      search: text(100),
      status: orderStatus,
      category: examCategory,
      hasException: z.boolean(),
    }),
    reply: listReply(orderItem),
  },
  'orders.get': { permission: 'orders:read', params: z.object({ id }), reply: orderPage },
  /** Asks the channel about every live attempt and applies its answer. */
  'orders.queryChannel': { permission: 'payments:write', params: z.object({ id }), reply: orderPage },
  /** Says that an unpaid order was paid outside the channels; a second person confirms it (9.4 #5, S-16). */
  'orders.proposePaid': {
    permission: 'payments:write',
    isFresh: true,
    reason: true,
    params: z.object({ id }),
    body: z.strictObject({ version, reason, voucher, paidAt: instant }),
    reply: z.object({ proposalId: id }),
  },
  'paymentExceptions.search': {
    permission: 'payments:read',
    body: listQuery(['openedAt'], { kind: text(30), isOpen: z.boolean(), search: text(100) }),
    reply: listReply(exceptionItem),
  },
  /** Says which order an exception is about. */
  'paymentExceptions.attach': {
    permission: 'payments:write',
    reason: true,
    params: z.object({ id }),
    body: z.strictObject({ orderCode: text(20), reason }),
    reply: null,
  },
  'paymentExceptions.close': {
    permission: 'payments:write',
    reason: true,
    params: z.object({ id }),
    body: z.strictObject({ reason }),
    reply: null,
  },
});
