import * as z from 'zod/mini';
import {
  chinaDate,
  count,
  fen,
  id,
  instant,
  refundCause,
  refundStatuses,
  storedFile,
  text,
} from '../../entities/index.ts';
import { defineStaffCalls, reason } from './call.ts';
import { listQuery, listReply } from './list.ts';

const [, ...states] = refundStatuses;
const status = z.enum(states);
const version = z.int().check(z.minimum(1));
export const voucher = z.string().check(z.trim(), z.minLength(4), z.maxLength(60), z.regex(/^[A-Za-z0-9-]+$/));

const refundItem = z.object({
  id,
  version,
  serialNumber: text(30),
  status,
  cause: refundCause,
  policyRow: text(10),
  amount: fen,
  orderId: id,
  orderCode: text(20),
  applicationId: z.nullable(id),
  applicationCode: z.nullable(text(20)),
  candidateName: z.nullable(text(100)),
  channel: z.nullable(text(20)),
  submittedAt: instant,
  approvedAt: z.nullable(instant),
  targetDate: z.nullable(chinaDate),
  latestDate: z.nullable(chinaDate),
  completedAt: z.nullable(instant),
  isOverdue: z.boolean(),
  isByHand: z.boolean(),
  /** The channel's word for the last refusal. */
  lastError: z.nullable(text(200)),
  refusals: count,
});
export type RefundItem = z.output<typeof refundItem>;

const refundPage = z.object({
  ...refundItem.shape,
  voucher: z.nullable(text(60)),
  note: z.nullable(text(500)),
  paidAmount: z.nullable(fen),
  channelTradeNo: z.nullable(text(64)),
  nextTryAt: z.nullable(instant),
  proposalId: z.nullable(id),
  /** The bank's receipts that were brought for it, the first first. */
  proofs: z.array(storedFile),
  timeline: z.array(
    z.object({ event: text(40), at: instant, actor: text(20), from: z.nullable(text(20)), to: z.nullable(text(20)) }),
  ),
});

const own = { params: z.object({ id }), reason: true, isFresh: true } as const;

/** The refund queue (9.5). */
export const refundsStaffCalls = defineStaffCalls({
  'refunds.search': {
    permission: 'refunds:read',
    body: listQuery(['submittedAt', 'approvedAt', 'targetDate', 'amount'], {
      search: text(100),
      status,
      cause: refundCause,
      isOverdue: z.boolean(),
      isByHand: z.boolean(),
    }),
    reply: listReply(refundItem),
  },
  'refunds.get': { permission: 'refunds:read', params: z.object({ id }), reply: refundPage },
  /** Sends a failed refund again under the same serial number. */
  'refunds.retry': { permission: 'refunds:write', ...own, body: z.strictObject({ version, reason }), reply: null },
  /** Says that a failed refund was paid outside the channel, with the bank's receipt; a second person looks at it and confirms (S-16). */
  'refunds.proposeByHand': {
    permission: 'refunds:write',
    ...own,
    body: z.strictObject({ version, reason, voucher, fileId: id }),
    reply: z.object({ proposalId: id }),
  },
  /** The receipt of a refund by hand, to be saved. */
  'refunds.proof': {
    permission: 'refunds:read',
    params: z.object({ id, fileId: id }),
    reply: null,
    file: 'application/octet-stream',
  },
});
