import * as z from 'zod/mini';
import { chinaDate, clockTime, count, fenSum, id, text } from '../../entities/index.ts';
import { defineStaffCalls } from './call.ts';
import { listQuery, listReply } from './list.ts';

/** A day (`yyyy-mm-dd`) or a month (`yyyy-mm`) in China. */
const period = text(10);
/** Sums of fen; what went back is positive in its own column. */
const sum = z.int();
const span = { from: chinaDate, to: chinaDate };
const inPeriods = { by: z.enum(['month', 'day']), ...span };

const fillItem = z.object({
  sessionId: id,
  productNameEn: text(200),
  productNameZh: text(200),
  cityNameEn: text(100),
  cityNameZh: text(100),
  examDate: chinaDate,
  startTime: z.nullable(clockTime),
  status: text(20),
  seat: count,
  taken: count,
  held: count,
  free: count,
  /** Per cent of the seats taken or held; never above 100. */
  percent: count,
});
export type FillItem = z.output<typeof fillItem>;

const noShowItem = z.object({
  sessionId: id,
  productNameEn: text(200),
  productNameZh: text(200),
  cityNameEn: text(100),
  cityNameZh: text(100),
  examDate: chinaDate,
  registered: count,
  /** Marked present or late. */
  taken: count,
  absent: count,
  /** Nobody has marked them yet. */
  unmarked: count,
  /** Absent of a hundred marked; null while nobody is. */
  percent: z.nullable(count),
});
export type NoShowItem = z.output<typeof noShowItem>;

const revenueItem = z.object({
  period,
  orders: count,
  /** What paid orders earned. */
  earned: fenSum,
  /** What was given back of it. */
  returned: fenSum,
  net: sum,
});
export type RevenueItem = z.output<typeof revenueItem>;

const refundsItem = z.object({
  period,
  /** Approved: of paid registrations, and of payments that found no place. */
  ofOrders: fenSum,
  ofSurplus: fenSum,
  /** Gone out: through the channel, and by hand. */
  byChannel: fenSum,
  byHand: fenSum,
  /** Approved and not gone out at the end of the period. */
  stillDue: sum,
});
export type RefundsItem = z.output<typeof refundsItem>;

/** Reports; money is summed from the ledger alone. Each is a list, so that it is exported like any other. */
export const reportsStaffCalls = defineStaffCalls({
  'reports.fill': {
    permission: 'reports:read',
    body: listQuery(['examDate', 'percent', 'free'], { search: text(100), isPublished: z.boolean(), ...span }),
    reply: listReply(fillItem),
  },
  /** Who came to each session that has begun. */
  'reports.noShows': {
    permission: 'reports:read',
    body: listQuery(['examDate', 'absent', 'percent'], { search: text(100), isMarked: z.boolean(), ...span }),
    reply: listReply(noShowItem),
  },
  'reports.revenue': {
    permission: 'reports:read',
    body: listQuery(['period', 'net'], inPeriods),
    reply: listReply(revenueItem),
  },
  'reports.refunds': {
    permission: 'reports:read',
    body: listQuery(['period'], inPeriods),
    reply: listReply(refundsItem),
  },
});
