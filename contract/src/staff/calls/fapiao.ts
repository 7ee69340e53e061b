import * as z from 'zod/mini';
import { fapiaoBuyer, fapiaoPaper, fapiaoStatus, fen, id, instant, text } from '../../entities/index.ts';
import { fapiaoNumberPattern } from '../../rules/fapiao.ts';
import { defineStaffCalls, reason } from './call.ts';
import { listQuery, listReply } from './list.ts';

const version = z.int().check(z.minimum(1));
const params = z.object({ id });
const number = z.string().check(z.trim(), z.regex(fapiaoNumberPattern));

const fapiaoItem = z.object({
  id,
  version,
  status: fapiaoStatus,
  orderId: id,
  orderCode: text(20),
  buyer: fapiaoBuyer,
  title: text(100),
  taxNumber: z.nullable(text(18)),
  /** Masked. */
  email: text(254),
  /** Fen: what it is issued over, or would be now. */
  amount: fen,
  /** Fen that a red letter has to take back. */
  redDue: fen,
  number: z.nullable(text(20)),
  requestedAt: instant,
  issuedAt: z.nullable(instant),
});
export type FapiaoItem = z.output<typeof fapiaoItem>;

const fapiaoPage = z.object({
  ...fapiaoItem.shape,
  paidAmount: fen,
  /** Back with the payer, or on its way. */
  refundedAmount: fen,
  refusal: z.nullable(text(500)),
  papers: z.array(fapiaoPaper),
  timeline: z.array(
    z.object({ event: text(40), at: instant, actor: text(20), from: z.nullable(text(20)), to: z.nullable(text(20)) }),
  ),
});

const write = { permission: 'fapiao:write', params } as const;

/** The queue of fapiao (3-domain 7): staff issue each in the tax system and bring its number and file. */
export const fapiaoStaffCalls = defineStaffCalls({
  'fapiao.search': {
    permission: 'fapiao:read',
    body: listQuery(['requestedAt', 'issuedAt'], {
      search: text(100),
      status: fapiaoStatus,
      buyer: fapiaoBuyer,
      isRedDue: z.boolean(),
    }),
    reply: listReply(fapiaoItem),
  },
  'fapiao.page': { permission: 'fapiao:read', params, reply: fapiaoPage },
  /** Number and file of what was issued over exactly `amount` fen. */
  'fapiao.issue': {
    ...write,
    isFresh: true,
    body: z.strictObject({ version, number, amount: fen, fileId: id }),
    reply: null,
  },
  /** It cannot be issued as it was asked for; the candidate reads why and may correct it. */
  'fapiao.refuse': { ...write, reason: true, body: z.strictObject({ version, reason }), reply: null },
  /** Number and file of the red letter over exactly `amount` fen. */
  'fapiao.redIssue': {
    ...write,
    isFresh: true,
    body: z.strictObject({ version, number, amount: fen, fileId: z.nullable(id) }),
    reply: null,
  },
  /** The whole e-mail address. */
  'fapiao.reveal': {
    permission: 'fapiao:reveal',
    params,
    isFresh: true,
    reason: true,
    body: z.strictObject({ reason }),
    reply: z.object({ email: text(254) }),
  },
  'fapiao.paper': {
    permission: 'fapiao:read',
    params: z.object({ id, fileId: id }),
    reply: null,
    file: 'application/octet-stream',
  },
});
