import * as z from 'zod/mini';
import { chinaDate, count, fen, id, instant, text } from '../../entities/index.ts';
import { defineStaffCalls, reason } from './call.ts';
import { listQuery, listReply } from './list.ts';

/** Where a movement of money ends when our books are laid beside the channel's statement: in exactly one of these. */
export const reconciliationLists = ['agree', 'amountDiffers', 'onlyOurs', 'onlyTheirs'] as const;
export type ReconciliationList = (typeof reconciliationLists)[number];

const channel = z.string().check(z.regex(/^[a-z]{2,20}$/));
const params = z.object({ channel, day: chinaDate });
/** Fen, received less given back. */
const net = z.int();

const dayItem = z.object({
  channel: text(20),
  day: chinaDate,
  ourCount: count,
  ourNet: net,
  theirCount: z.nullable(count),
  theirNet: z.nullable(net),
  closedAt: z.nullable(instant),
  closedBy: z.nullable(text(100)),
});
export type ReconciliationDayItem = z.output<typeof dayItem>;

const line = z.object({
  /** Names the line within its day. */
  key: text(120),
  list: z.enum(reconciliationLists),
  kind: z.enum(['payment', 'refund']),
  reference: text(80),
  tradeNo: text(80),
  orderId: z.nullable(id),
  orderCode: z.nullable(text(20)),
  ourAmount: z.nullable(fen),
  theirAmount: z.nullable(fen),
  ourAt: z.nullable(instant),
  theirAt: z.nullable(instant),
  /** Ours was recorded late: the closed day it is of. Only theirs: the day on which our books count it. */
  otherDay: z.nullable(chinaDate),
  explanation: z.nullable(z.object({ reason: text(500), by: text(100), at: instant })),
});
export type ReconciliationLine = z.output<typeof line>;

const dayPage = z.object({
  ...dayItem.shape,
  /** Closing starts when the day in China is over. */
  isOver: z.boolean(),
  statement: z.nullable(
    z.object({
      id,
      fileName: text(200),
      rowCount: count,
      uploadedBy: text(100),
      isOwn: z.boolean(),
      uploadedAt: instant,
    }),
  ),
  counts: z.object({ agree: count, amountDiffers: count, onlyOurs: count, onlyTheirs: count }),
  unexplained: count,
  reason: z.nullable(text(500)),
});

/** Laying the books beside the channels' statements, day by day in China (3-domain 7). For staff of every office. */
export const reconciliationStaffCalls = defineStaffCalls({
  'reconciliation.days': {
    permission: 'reconciliation:read',
    body: listQuery(['day'], { channel, isClosed: z.boolean(), from: chinaDate, to: chinaDate }),
    reply: listReply(dayItem),
  },
  'reconciliation.day': { permission: 'reconciliation:read', params, reply: dayPage },
  'reconciliation.lines': {
    permission: 'reconciliation:read',
    params,
    body: listQuery(['reference'], { list: z.enum(reconciliationLists), isExplained: z.boolean(), search: text(100) }),
    reply: listReply(line),
  },
  /** Takes the channel's statement of the day as a file; another one before closing replaces it. */
  'reconciliation.upload': {
    permission: 'reconciliation:write',
    params,
    bodyKind: 'multipart',
    reply: dayPage,
  },
  'reconciliation.explain': {
    permission: 'reconciliation:write',
    reason: true,
    params,
    body: z.strictObject({ key: text(120), reason }),
    reply: null,
  },
  /** Closes the day for good: the lists stay as they are at this moment. */
  'reconciliation.close': {
    permission: 'reconciliation:approve',
    isFresh: true,
    reason: true,
    params,
    body: z.strictObject({ statementId: id, reason }),
    reply: null,
  },
});
