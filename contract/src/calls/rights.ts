import * as z from 'zod/mini';
import {
  chinaDate,
  consentReceipt,
  consentSet,
  guardianKept,
  guardianNotice,
  heldData,
  instant,
  id,
  ownCopy,
  receiptCheck,
  rightsRequest,
  text,
} from '../entities/index.ts';
import { defineCalls } from './call.ts';

const params = z.object({ id });
const guardianParams = z.object({ token: text(60) });
/** Whoever opens the link shows by it that they know the child. */
const bornOn = { birthDate: chinaDate };

/** One's own data: what is held, a copy, what can be asked for, and one's consents (PIPL 15, 44-47). */
export const rightsCalls = defineCalls({
  'rights.held': { who: 'candidate', reply: heldData, isExtension: true },
  'rights.requests': { who: 'candidate', reply: z.array(rightsRequest), isExtension: true },
  /** A copy of everything, with a fresh proof of identity (403 REAUTH); document and telephone numbers are in full only where that is asked for. */
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
  /** Whether a printed receipt still agrees with the record, by its code; for everybody who holds it. Nobody is named. */
  'consent.verify': { who: 'visitor', params: z.object({ code: text(60) }), reply: receiptCheck, isExtension: true },
  /** What a guardian may object to, by the secret of the link; unknown, used and over are one answer. */
  'guardian.notice': { who: 'visitor', params: guardianParams, reply: guardianNotice, isExtension: true },
  /** Objects, once: ends the consents of the registration; the receipt number is of the request that staff answer. */
  'guardian.object': {
    who: 'visitor',
    params: guardianParams,
    reply: z.object({ code: text(20), dueAt: instant }),
    isExtension: true,
  },
  /** Agrees to what was read (NOTICE_OUTDATED once it is another exam, day, city or child); the statement is kept like one ticked in the account. A second time is the same. */
  'guardian.agree': {
    who: 'visitor',
    params: guardianParams,
    body: z.strictObject({
      subject: text(40),
      version: text(40),
      recipientVersion: z.nullish(z.int()),
      /** Also that the child leaves alone, where that was chosen; without it somebody comes. */
      isLeavingAgreed: z.optional(z.boolean()),
    }),
    reply: z.object({ agreedAt: instant, leavingAgreedAt: z.nullable(instant) }),
    isExtension: true,
  },
  /** What is kept of the child, for the guardian who knows the birth date as well (FIELDS under `birthDate` otherwise). */
  'guardian.kept': {
    who: 'visitor',
    params: guardianParams,
    body: z.strictObject(bornOn),
    reply: guardianKept,
    isExtension: true,
  },
  /** The guardian asks that it is corrected or deleted; staff answer within 15 working days, and the guardian is told by text message. */
  'guardian.ask': {
    who: 'visitor',
    params: guardianParams,
    body: z.strictObject({ ...bornOn, kind: z.enum(['Correction', 'Deletion']), wish: text(1000) }),
    reply: z.object({ code: text(20), dueAt: instant }),
    isExtension: true,
  },
  /** Sends the guardian of one's registration or request the link again, in the place of the one before. */
  'guardian.sendAgain': {
    who: 'candidate',
    params,
    reply: z.object({ until: instant, mobileEnding: text(4) }),
    isExtension: true,
    isIdempotent: true,
  },
  'consent.receipt': { who: 'candidate', params, reply: consentReceipt, isExtension: true },
  /** Ends a consent from now on. What was done before stays lawful. */
  'consent.withdraw': { who: 'candidate', params, reply: rightsRequest, isExtension: true },
});
