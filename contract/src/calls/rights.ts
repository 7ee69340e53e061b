import * as z from 'zod/mini';
import { consentReceipt, consentSet, heldData, id, ownCopy, rightsRequest, text } from '../entities/index.ts';
import { defineCalls } from './call.ts';

const params = z.object({ id });

/** One's own data: what is held, a copy, what can be asked for, and one's consents (PIPL 15, 44-47). */
export const rightsCalls = defineCalls({
  'rights.held': { who: 'candidate', reply: heldData, isExtension: true },
  'rights.requests': { who: 'candidate', reply: z.array(rightsRequest), isExtension: true },
  /** A copy of everything; document numbers stand in full only with a fresh proof of identity (403 REAUTH). */
  'rights.copy': {
    who: 'candidate',
    body: z.strictObject({ isWhole: z.boolean() }),
    reply: ownCopy,
    isExtension: true,
  },
  /** Asks staff for a correction; without a candidate it is about the account. */
  'rights.askCorrection': {
    who: 'candidate',
    body: z.strictObject({ candidateId: z.nullish(id), wish: text(2000) }),
    reply: rightsRequest,
    isExtension: true,
    isIdempotent: true,
  },
  /**
   * Deletes a candidate at once where nothing has to be kept; otherwise nobody uses the data from then on, and it goes when its
   * periods are over. Needs a fresh proof of identity.
   */
  'rights.askDeletion': {
    who: 'candidate',
    body: z.strictObject({ candidateId: id }),
    reply: rightsRequest,
    isExtension: true,
    isIdempotent: true,
  },
  'consent.list': { who: 'candidate', reply: z.array(consentSet), isExtension: true },
  'consent.receipt': { who: 'candidate', params, reply: consentReceipt, isExtension: true },
  /** Ends a consent from now on. What was done before stays lawful. */
  'consent.withdraw': { who: 'candidate', params, reply: rightsRequest, isExtension: true },
});
