import * as z from 'zod/mini';
import { fapiaoStates } from '../machines/fapiao.ts';
import { fapiaoBuyers } from '../rules/fapiao.ts';
import { storedFile } from './file.ts';
import { chinaDate, fen, id, instant, text } from './scalars.ts';

export const fapiaoStatus = z.enum(fapiaoStates);
export const fapiaoBuyer = z.enum(fapiaoBuyers);

/** A fapiao or a red letter to it, as staff issued it in the tax system. `amount` is fen, positive of a red letter too. */
export const fapiaoPaper = z.object({
  id,
  isRed: z.boolean(),
  number: text(20),
  amount: fen,
  issuedAt: instant,
  file: z.nullable(storedFile),
});

/** The fapiao of an order, as its owner sees it. */
export const fapiaoOfOrder = z.object({
  /** Null before it is asked for. */
  request: z.nullable(
    z.object({
      status: fapiaoStatus,
      buyer: fapiaoBuyer,
      title: text(100),
      taxNumber: z.nullable(text(18)),
      email: text(254),
      requestedAt: instant,
      /** Why staff could not issue it as it was asked for; null unless `Refused`. */
      refusal: z.nullable(text(500)),
      papers: z.array(fapiaoPaper),
    }),
  ),
  /** It may be asked for, or corrected, now. */
  canRequest: z.boolean(),
  /** The last day for it; null while the order is not paid. */
  until: z.nullable(chinaDate),
  /** What it would be issued over now: paid less given back. */
  amount: fen,
});
export type FapiaoOfOrder = z.output<typeof fapiaoOfOrder>;
