import * as z from 'zod/mini';
import { id, storedFile, text } from '../entities/index.ts';
import { defineCalls } from './call.ts';

/** Guidance documents and import template. */
export const attachmentCalls = defineCalls({
  'attachment.guidance': {
    who: 'visitor',
    query: z.object({ templateId: id }),
    reply: null,
    file: 'application/pdf',
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
  /** Which of these files are there, with their names: those that are gone or another's are left out. */
  'formAttachment.list': {
    who: 'candidate',
    body: z.strictObject({ ids: z.array(id).check(z.minLength(1), z.maxLength(20)) }),
    reply: z.array(storedFile),
    isExtension: true,
  },
});
