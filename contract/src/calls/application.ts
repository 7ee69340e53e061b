import * as z from 'zod/mini';
import {
  application,
  applicationListItem,
  applicationStep,
  cancellationQuote,
  candidateInput,
  cartLine,
  count,
  applicationStatus,
  discountSummary,
  fen,
  guardianInput,
  id,
  paged,
  pagedQuery,
  pickupPersonInput,
  text,
  tickedConsents,
} from '../entities/index.ts';
import { maximumOrderLines, maximumSittings } from '../rules/index.ts';
import { defineCalls } from './call.ts';

const consents = z._default(tickedConsents, []);

/** How one candidate of a submission leaves the centre, and which saved candidate it is. */
const entry = z.strictObject({
  candidateId: id,
  leaveAlone: z.nullish(z.boolean()),
  applicationPickupPerson: z.nullish(pickupPersonInput),
  consents,
});

/** What is registered for: a subject, or any of a combined set, and its session. */
const sitting = { session: z.strictObject({ id }), subject: z.strictObject({ id }) };

const answers = {
  testInfo: z.strictObject({
    productId: id,
    candidateType: z.nullish(z.enum(['ACCA', 'FIA'])),
    formJson: z.nullish(text(65_536)),
  }),
  registrationTemplateId: z.nullish(id),
  applicationSteps: z.array(applicationStep).check(z.maxLength(20)),
  isInformationConfirmed: z.optional(z.boolean()),
};

/** A saved candidate by id, or the full candidate (which is then saved to the account first). */
const submittedCandidate = z.union([z.strictObject({ candidateId: id }), candidateInput]);

const submission = {
  ...answers,
  ...sitting,
  leaveAlone: z.nullish(z.boolean()),
  applicationCandidate: submittedCandidate,
  applicationGuardian: z.nullish(guardianInput),
  applicationPickupPerson: z.nullish(pickupPersonInput),
  consents,
};

const submitted = z.object({
  id,
  code: text(20),
  status: applicationStatus,
  amount: fen,
  /** A guardian with a number of their own is asked by text message once it is ordered (PIPL 31). */
  asksGuardian: z.boolean(),
});
const applicationIds = z.array(id).check(z.minLength(1), z.maxLength(100));
/** Files of the account's own; a request holds ten at most. */
const fileIds = z.array(id).check(z.maxLength(10));

export const applicationCalls = defineCalls({
  'application.submit': { who: 'candidate', body: z.strictObject(submission), reply: submitted, isIdempotent: true },
  'application.modify': { who: 'candidate', body: z.strictObject({ id, ...submission }), reply: submitted },
  'application.search': {
    who: 'candidate',
    body: pagedQuery(
      ['examDate', 'registrationDate', 'createdAt'],
      ['status', 'applicationStatus', 'category', 'when', 'keyword'],
    ),
    reply: paged(applicationListItem),
  },
  'application.get': { who: 'candidate', params: z.object({ id }), reply: application },
  'application.delete': {
    who: 'candidate',
    params: z.object({ id }),
    body: z.nullish(z.strictObject({})),
    reply: null,
  },
  'application.statusCounts': {
    who: 'candidate',
    /** `upcoming` of them have their exam ahead. */
    reply: z.array(z.object({ status: applicationStatus, count, upcoming: count })),
  },
  'application.changePickup': {
    who: 'candidate',
    body: z.strictObject({
      applicationId: id,
      leaveAlone: z.boolean(),
      applicationPickupPerson: z.nullish(pickupPersonInput),
      /** The guardian's, where the child is to leave alone. */
      consents,
    }),
    reply: application,
  },
  'application.letter': {
    who: 'candidate',
    params: z.object({ applicationId: id }),
    reply: null,
    file: 'application/pdf',
  },
  'application.cart': {
    who: 'candidate',
    body: z.strictObject({
      status: z.nullish(text(40)),
      pageIndex: z._default(z.int().check(z.minimum(1), z.maximum(1_000_000)), 1),
      pageSize: z._default(z.int().check(z.minimum(1), z.maximum(100)), 50),
    }),
    reply: paged(cartLine),
  },
  'application.price': { who: 'candidate', body: z.strictObject({ applicationIds }), reply: discountSummary },
  'application.reorder': {
    who: 'candidate',
    query: z.object({ orderId: id }),
    body: z.nullish(z.strictObject({})),
    reply: z.object({
      cloned: z.array(z.object({ applicationId: id, code: text(20) })),
      skipped: z.array(z.object({ applicationId: id, reason: text(40), userMessage: text(300) })),
    }),
    isIdempotent: true,
  },
  'application.requestCancellation': {
    who: 'candidate',
    query: z.object({ applicationId: id }),
    /** Documents are files uploaded before; `expectedAmount` is the quote the person saw, a difference is refused. */
    body: z.strictObject({
      reason: text(500),
      documentIds: z._default(fileIds, []),
      expectedAmount: z.nullish(fen),
    }),
    reply: application,
    isIdempotent: true,
  },
  'application.cancellationQuote': {
    who: 'candidate',
    params: z.object({ id }),
    reply: cancellationQuote,
    isExtension: true,
  },
  'application.addCancellationDocuments': {
    who: 'candidate',
    params: z.object({ id }),
    body: z.strictObject({ documentIds: fileIds.check(z.minLength(1)) }),
    reply: application,
    isExtension: true,
  },
  'application.takeBackCancellation': {
    who: 'candidate',
    params: z.object({ id }),
    body: z.nullish(z.strictObject({})),
    reply: application,
    isExtension: true,
  },
  /** After the day of the exam was moved: keep it, or have everything back (9.7). */
  'application.chooseAfterMove': {
    who: 'candidate',
    params: z.object({ id }),
    body: z.strictObject({ choice: z.enum(['Accept', 'Refund']) }),
    reply: application,
    isIdempotent: true,
    isExtension: true,
  },
  /** Each candidate for each sitting; what they make is one order's lines at most. */
  'application.submitGroup': {
    who: 'candidate',
    body: z
      .strictObject({
        ...answers,
        sittings: z.array(z.strictObject(sitting)).check(z.minLength(1), z.maxLength(maximumSittings)),
        entries: z.array(entry).check(z.minLength(1), z.maxLength(maximumOrderLines)),
      })
      .check(z.refine(({ sittings, entries }) => sittings.length * entries.length <= maximumOrderLines)),
    reply: z.object({ applications: z.array(submitted) }),
    isIdempotent: true,
    isExtension: true,
  },
  'application.calendarFile': {
    who: 'candidate',
    params: z.object({ id }),
    reply: null,
    file: 'text/calendar',
    isExtension: true,
  },
});
