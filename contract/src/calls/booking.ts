import * as z from 'zod/mini';
import {
  applicationStep,
  birthDateInput,
  booking,
  bookingApplication,
  bookingListItem,
  candidateInput,
  guardianInput,
  id,
  instant,
  paged,
  pagedQuery,
  pickupPersonInput,
  text,
  tickedConsents,
} from '../entities/index.ts';
import { defineCalls } from './call.ts';

/** A saved candidate by id, or the full candidate (which is then saved to the account first). */
const bookedCandidate = z.union([z.strictObject({ candidateId: id }), candidateInput]);

/** Bookings. `booking.checkRepeat` is served for every exam category (S-13). */
export const bookingCalls = defineCalls({
  /** `productLastModifiedOn` is what the product said when its notice was read: a difference is refused. */
  'booking.submit': {
    who: 'candidate',
    body: z.strictObject({
      registrationTemplateId: z.nullish(id),
      productId: id,
      officeId: id,
      productLastModifiedOn: instant,
      expectTestDate: birthDateInput,
      /** The answers of the product's form, as JSON. */
      registrationForm: z.nullish(text(65_536)),
      applicationCandidate: bookedCandidate,
      applicationGuardian: z.nullish(guardianInput),
      leaveAlone: z.nullish(z.boolean()),
      applicationPickupPerson: z.nullish(pickupPersonInput),
      consents: z._default(tickedConsents, []),
      applicationSteps: z.array(applicationStep).check(z.maxLength(20)),
      isInformationConfirmed: z.optional(z.boolean()),
    }),
    reply: z.object({ bookingId: id, code: text(20) }),
    isIdempotent: true,
  },
  /** `bookingStatus` is one of the eight values or `All`; `keyword` looks in code, product and candidate name. */
  'booking.search': {
    who: 'candidate',
    body: pagedQuery(
      ['submittedAt', 'expectTestDate', 'payEndDate'],
      ['bookingStatus', 'productId', 'expectExamMonth', 'keyword'],
    ),
    reply: paged(bookingListItem),
  },
  'booking.get': { who: 'candidate', params: z.object({ id }), reply: booking },
  'booking.reject': {
    who: 'candidate',
    body: z.strictObject({ bookingId: id, reason: text(500) }),
    reply: booking,
    isIdempotent: true,
  },
  'booking.applications': {
    who: 'candidate',
    params: z.object({ id }),
    reply: z.array(bookingApplication),
  },
  'booking.cancel': {
    who: 'candidate',
    body: z.strictObject({ bookingId: id, reason: text(500) }),
    reply: booking,
    isIdempotent: true,
  },
  /** Agrees to the date that staff proposed, or keeps the one there is (decision 0044). */
  'booking.answerDate': {
    who: 'candidate',
    body: z.strictObject({ bookingId: id, proposalId: id, isAgreed: z.boolean() }),
    reply: booking,
    isIdempotent: true,
    isExtension: true,
  },
  'booking.checkRepeat': {
    who: 'candidate',
    body: z.strictObject({ candidateId: id, productId: id, subjectId: z.nullish(id) }),
    reply: z.object({ isValid: z.boolean() }),
  },
});
