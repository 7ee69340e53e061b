import * as z from 'zod/mini';
import { count, fen, instant } from './scalars.ts';

/** The terms by which a session gives money back to somebody who registers now, and the first moment of others; null where nothing comes back. */
export const refundTermsNow = z.nullable(
  z.object({
    until: instant,
    /** Per cent of the local fee with its VAT. */
    percent: count,
    documentsRequired: z.boolean(),
    boardFeeReturned: z.boolean(),
  }),
);

/** What would come back if everything listed were cancelled now, and until when that is so; null where nothing would. */
export const refundOutlook = z.nullable(z.object({ amount: fen, until: instant, documentsRequired: z.boolean() }));
