import * as z from 'zod/mini';
import { count, instant, text } from '../../entities/index.ts';
import { defineStaffCalls } from './call.ts';
import { listQuery, listReply } from './list.ts';

/** A sealed month is kept, its entries go one after another ten years later, and then only its head is left. */
export const auditMonthStates = ['Kept', 'Going', 'Gone'] as const;

const segment = z.object({
  number: count,
  state: z.enum(auditMonthStates),
  firstAt: instant,
  lastAt: instant,
  firstLink: count,
  lastLink: count,
  entries: count,
  /** The hash of its last entry's link, which the next month goes on from, in hexadecimal. */
  head: text(64),
  /** Over the month and every seal before it, in hexadecimal. */
  seal: text(64),
  sealedAt: instant,
  /** Ten years after its last entry. */
  goesAt: instant,
  goneSince: z.nullable(instant),
});
export type AuditMonthItem = z.output<typeof segment>;

/** The sealed months of the audit (S-18, decision 0026). */
export const auditMonthsStaffCalls = defineStaffCalls({
  'auditMonths.search': {
    permission: 'audit:read',
    body: listQuery(['number'], { state: z.enum(auditMonthStates) }),
    reply: listReply(segment),
  },
});
