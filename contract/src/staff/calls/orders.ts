import * as z from 'zod/mini';
import {
  chinaDate,
  count,
  examCategory,
  fen,
  id,
  instant,
  orderStatus,
  refundStatus,
  subjectNames,
  text,
} from '../../entities/index.ts';
import { defineStaffCalls, reason } from './call.ts';
import { listQuery, listReply } from './list.ts';
import { voucher } from './refunds.ts';

const version = z.int().check(z.minimum(1));

export const exceptionKinds = [
  'late',
  'double',
  'amountMismatch',
  'unknownTrade',
  'badSignature',
  'channelSilent',
  'refundFailed',
  'refundOutside',
  'refundShort',
  'withdrawalStuck',
] as const;
const exceptionKind = z.enum(exceptionKinds);

/**
 * What the detail of an exception says in words of ours, written `#mark` among its numbers; `=1450` is fen, everything else stands for
 * itself.
 */
export const exceptionMarks = [
  'alipay',
  'wechat',
  'unionpay',
  'card',
  'expected',
  'got',
  'givenBack',
  'silent',
  'accepted',
  'badSignature',
  'foreign',
  'stale',
  'unread',
  'tooMuch',
  'counted',
  'of',
  'noChannel',
] as const;
export type ExceptionMark = (typeof exceptionMarks)[number];

/** How our rows call where money came: a channel, or staff who received it outside of them. */
export const moneyChannels = ['alipay', 'wechat', 'unionpay', 'card', 'manual'] as const;
export type MoneyChannel = (typeof moneyChannels)[number];

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
  accountId: id,
  /** Masked. */
  phone: text(20),
  lines: z.array(
    z.object({
      applicationId: id,
      applicationCode: text(20),
      candidateName: text(100),
      subjectNameEn: subjectNames,
      subjectNameZh: subjectNames,
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
  /** What the channels told us about the order's trades; values about the payer are left out. */
  messages: z.array(
    z.object({
      id,
      channel: text(20),
      kind: text(30),
      outcome: text(40),
      tradeNo: z.nullable(text(64)),
      receivedAt: instant,
      fields: z.array(z.object({ name: text(60), value: text(300) })),
    }),
  ),
  timeline: z.array(
    z.object({ event: text(40), at: instant, actor: text(20), from: z.nullable(text(30)), to: z.nullable(text(30)) }),
  ),
  proposalId: z.nullable(id),
});

const exceptionItem = z.object({
  id,
  kind: exceptionKind,
  detail: text(500),
  orderId: z.nullable(id),
  orderCode: z.nullable(text(20)),
  paymentId: z.nullable(id),
  openedAt: instant,
  closedAt: z.nullable(instant),
  resolution: z.nullable(text(500)),
});
export type PaymentExceptionItem = z.output<typeof exceptionItem>;

const exceptionPage = z.object({
  ...exceptionItem.shape,
  closedBy: z.nullable(text(100)),
  channel: z.nullable(text(20)),
  tradeNo: z.nullable(text(64)),
  order: z.nullable(z.object({ id, code: text(20), status: orderStatus, payAmount: fen, actualPayAmount: fen })),
  payment: z.nullable(
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
  /** Fen that `refund` would give back now; null where there is nothing to give. */
  refundable: z.nullable(fen),
  secondApprovalFen: fen,
  proposalId: z.nullable(id),
});

const paymentItem = z.object({
  id,
  orderId: id,
  orderCode: text(20),
  channel: text(20),
  channelTradeNo: text(64),
  tradeNo: z.nullable(text(64)),
  amount: fen,
  refundedAmount: fen,
  isSettling: z.boolean(),
  paidAt: instant,
});
export type PaymentItem = z.output<typeof paymentItem>;

/** What a channel says of one trade. `silent`: it gave no answer. */
const asked = z.object({
  tradeNo: text(64),
  state: z.enum(['paid', 'unknown', 'waiting', 'accepted', 'closed', 'silent']),
});

/** Orders, what the channels took for them, and what does not fit. */
export const ordersStaffCalls = defineStaffCalls({
  'orders.search': {
    permission: 'orders:read',
    body: listQuery(['createdAt', 'paymentEndAt', 'payAmount', 'paidAt'], {
      search: text(100),
      status: orderStatus,
      category: examCategory,
      hasException: z.boolean(),
      accountId: id,
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
  /** Gives a pending order more time to be paid; bookings are extended at their own desk. */
  'orders.extend': {
    permission: 'orders:write',
    reason: true,
    params: z.object({ id }),
    body: z.strictObject({ version, paymentEndAt: instant, reason }),
    reply: null,
  },
  /** Ends a pending order now, as its deadline would: the channel is asked first (C12). */
  'orders.expireNow': {
    permission: 'orders:write',
    reason: true,
    params: z.object({ id }),
    body: z.strictObject({ version, reason }),
    reply: null,
  },
  'payments.search': {
    permission: 'payments:read',
    body: listQuery(['paidAt', 'amount'], {
      search: text(100),
      channel: text(20),
      isSettling: z.boolean(),
      from: chinaDate,
      to: chinaDate,
    }),
    reply: listReply(paymentItem),
  },
  'paymentExceptions.get': { permission: 'payments:read', params: z.object({ id }), reply: exceptionPage },
  /** Asks the channel about every trade of the exception's order, or about the trade nobody knows, and applies what it says. */
  'paymentExceptions.queryChannel': {
    permission: 'payments:write',
    params: z.object({ id }),
    reply: z.object({ answers: z.array(asked) }),
  },
  /** Gives the exception's money back to the payer; above the limit a second person is asked first (S-16). */
  'paymentExceptions.refund': {
    permission: 'refunds:write',
    isFresh: true,
    reason: true,
    params: z.object({ id }),
    body: z.strictObject({ reason }),
    reply: z.object({ proposalId: z.nullable(id) }),
  },
  'paymentExceptions.search': {
    permission: 'payments:read',
    body: listQuery(['openedAt'], { kind: exceptionKind, isOpen: z.boolean(), search: text(100) }),
    reply: listReply(exceptionItem),
  },
  /**
   * Says which order an exception is about. The money of an unknown trade is applied to that order as the channel confirms it, once a
   * second person agrees (S-16); null where no money moves.
   */
  'paymentExceptions.attach': {
    permission: 'payments:write',
    isFresh: true,
    reason: true,
    params: z.object({ id }),
    body: z.strictObject({ orderCode: text(20), reason }),
    reply: z.object({ proposalId: z.nullable(id) }),
  },
  'paymentExceptions.close': {
    permission: 'payments:write',
    reason: true,
    params: z.object({ id }),
    body: z.strictObject({ reason }),
    reply: null,
  },
});
