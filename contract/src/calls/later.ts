import * as z from 'zod/mini';
import { fen, id, instant, storedFile, text, chinaDate } from '../entities/index.ts';
import { defineCalls } from './call.ts';

const anything = z.record(text(60), z.unknown());

/** Guidance documents and import template. */
export const attachmentCalls = defineCalls({
  'attachment.guidance': {
    who: 'visitor',
    query: z.object({ templateId: id }),
    reply: null,
    file: 'application/pdf',
    isLater: true,
  },
  'attachment.importTemplate': {
    who: 'candidate',
    query: z.object({ dateTime: z.optional(text(40)) }),
    reply: null,
    file: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  },
  'formAttachment.upload': {
    who: 'candidate',
    bodyKind: 'multipart',
    reply: storedFile,
  },
  'formAttachment.get': {
    who: 'candidate',
    params: z.object({ id }),
    reply: null,
    file: 'application/octet-stream',
  },
});

/** Post-test services. */
export const postTestCalls = defineCalls({
  'postTest.search': { who: 'candidate', body: anything, reply: anything, isLater: true },
  'postTest.get': { who: 'candidate', params: z.object({ id }), reply: anything, isLater: true },
  'postTest.fee': { who: 'candidate', body: anything, reply: z.object({ fee: fen }), isLater: true },
  'postTest.serviceDates': {
    who: 'visitor',
    params: z.object({ productid: id }),
    reply: z.array(z.object({ from: instant, to: instant, date: z.nullable(chinaDate) })),
    isLater: true,
  },
  'postTest.confirmPay': {
    who: 'candidate',
    body: anything,
    reply: z.object({ orderId: id }),
    isIdempotent: true,
    isLater: true,
  },
});
