import * as z from 'zod/mini';
import { fapiaoBuyer, fapiaoOfOrder, id, text } from '../entities/index.ts';
import { defineCalls } from './call.ts';

const params = z.object({ id });

/** The invoice (fapiao) of a paid order (3-domain 7): asked for here, issued by staff in the tax system. One for each order. */
export const fapiaoCalls = defineCalls({
  'fapiao.get': { who: 'candidate', params, reply: fapiaoOfOrder, isExtension: true },
  /** Asks for it, or corrects what was asked for while it is not issued. */
  'fapiao.request': {
    who: 'candidate',
    params,
    body: z.strictObject({ buyer: fapiaoBuyer, title: text(200), taxNumber: text(40), email: text(300) }),
    reply: fapiaoOfOrder,
    isExtension: true,
    isIdempotent: true,
  },
});
