import * as z from 'zod/mini';
import {
  cashInCode,
  centre,
  count,
  examSeries,
  fen,
  id,
  instant,
  paged,
  pagedQuery,
  placedOrder,
  postTestDraft,
  postTestDraftInput,
  postTestDraftItem,
  postTestFeeLine,
  postTestLevel,
  postTestListItem,
  postTestQuote,
  postTestRecord,
  postTestService,
  serviceWindow,
  text,
  tickedConsents,
} from '../entities/index.ts';
import { defineCalls } from './call.ts';

/** What post-test requests are chosen from (3-domain 4). Names are in the reader's language; both are given too. */
export const postTestLookupCalls = defineCalls({
  /** Awards of a board, for late cash-in. */
  'lookup.cashInCodes': {
    who: 'visitor',
    query: z.object({ productId: id }),
    reply: z.array(cashInCode),
  },
  /** The awarding body's centres that we can ask through. */
  'lookup.centres': { who: 'visitor', query: z.object({ productId: id }), reply: z.array(centre) },
  /** The series that a service has a window in, the newest first, with what it offers in each. */
  'lookup.examSeries': {
    who: 'visitor',
    query: z.object({ serviceId: id }),
    reply: z.array(examSeries),
  },
  'lookup.levels': {
    who: 'visitor',
    query: z.object({ serviceId: id }),
    reply: z.array(postTestLevel),
  },
});

/** Post-test services (3-domain 9.6). */
export const postTestCalls = defineCalls({
  /** Paid requests. `status` is one of the four of R-86, in either spelling; without it also those cancelled or asked to be. */
  'postTest.search': {
    who: 'candidate',
    body: pagedQuery(['registrationDate'], ['status', 'productId', 'keyword']),
    reply: paged(postTestListItem),
  },
  'postTest.get': { who: 'candidate', params: z.object({ id }), reply: postTestRecord },
  /** What a choice costs now; nothing is kept. Codes that the service does not offer are refused. */
  'postTest.fee': {
    who: 'candidate',
    body: z.strictObject({
      serviceId: id,
      levelId: z.nullish(id),
      cashInCodeId: z.nullish(id),
      componentIds: z._default(z.array(id).check(z.maxLength(100)), []),
    }),
    reply: z.object({ fee: fen, fees: z.array(postTestFeeLine) }),
  },
  /** The windows of a product's services by series. */
  'postTest.serviceDates': {
    who: 'visitor',
    params: z.object({ productid: id }),
    reply: z.object({ chinaNow: instant, windows: z.array(serviceWindow) }),
  },
  /** Confirms a draft and places its order (9.6 #4, R-84). `totalPayAmount` is what the person saw. */
  'postTest.confirmPay': {
    who: 'candidate',
    body: z.strictObject({
      id,
      totalPayAmount: fen,
      consents: z._default(tickedConsents, []),
      isInformationConfirmed: z.optional(z.boolean()),
    }),
    reply: z.extend(placedOrder, { orderId: id }),
    isIdempotent: true,
  },
  /** The services of a board with levels, fees, windows and what has to be ticked. */
  'postTest.services': {
    who: 'visitor',
    params: z.object({ productid: id }),
    reply: z.array(postTestService),
    isExtension: true,
  },
  /** One's drafts, those waiting for payment and those lapsed, the newest first; fifty at most. */
  'postTest.drafts': {
    who: 'candidate',
    reply: z.array(postTestDraftItem),
    isExtension: true,
  },
  'postTest.draft': {
    who: 'candidate',
    params: z.object({ id }),
    reply: postTestDraft,
    isExtension: true,
  },
  /** Makes or changes a draft (9.6 #1, #2). Half-filled is welcome; a missing mandatory module or too many components are not. */
  'postTest.saveDraft': {
    who: 'candidate',
    body: postTestDraftInput,
    reply: postTestDraft,
    isExtension: true,
  },
  /** Throws a draft away with its uploads (9.6 #3). */
  'postTest.deleteDraft': {
    who: 'candidate',
    params: z.object({ id }),
    body: z.nullish(z.strictObject({})),
    reply: null,
    isExtension: true,
  },
  /** What would come back if the request were cancelled now. */
  'postTest.cancellationQuote': {
    who: 'candidate',
    params: z.object({ id }),
    reply: postTestQuote,
    isExtension: true,
  },
  /** Asks to cancel before it is sent to the awarding body (9.6 #8). `amount` is the quote that was read. */
  'postTest.requestCancellation': {
    who: 'candidate',
    params: z.object({ id }),
    body: z.strictObject({ reason: text(500), amount: fen }),
    reply: postTestRecord,
    isIdempotent: true,
    isExtension: true,
  },
  /** A file that came back from the awarding body, or the form that was uploaded; to be saved. */
  'postTest.file': {
    who: 'candidate',
    params: z.object({ id, fileId: id }),
    reply: null,
    file: 'application/octet-stream',
    isExtension: true,
  },
  /** How many requests are in each state of the filter. */
  'postTest.counts': {
    who: 'candidate',
    reply: z.object({ drafts: count, registered: count, processing: count, complete: count, rejected: count }),
    isExtension: true,
  },
});
