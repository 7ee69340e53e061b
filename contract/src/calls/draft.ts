import * as z from 'zod/mini';
import { chinaDate, clockTime, instant, subjectNames, text } from '../entities/index.ts';
import { defineCalls } from './call.ts';

const kind = z.object({ kind: z.enum(['public', 'booking', 'postTest', 'forms']) });

/**
 * A wizard's server-side draft, one of each kind, so that a registration begun on one device can be picked up on another; `forms`: what is
 * typed and not sent yet in the forms outside of a wizard.
 */
export const draftCalls = defineCalls({
  'draft.get': {
    who: 'candidate',
    params: kind,
    reply: z.nullable(z.object({ json: text(65_536), version: z.int(), updatedAt: instant })),
    isExtension: true,
  },
  'draft.save': {
    who: 'candidate',
    params: kind,
    body: z.strictObject({ json: text(65_536) }),
    reply: z.object({ version: z.int(), updatedAt: instant }),
    isExtension: true,
  },
  'draft.clear': {
    who: 'candidate',
    params: kind,
    body: z.nullish(z.strictObject({})),
    reply: null,
    isExtension: true,
  },
});

/** The page behind a letter's QR code: valid or not, with masked data (T37). */
export const letterCalls = defineCalls({
  'letter.verify': {
    who: 'visitor',
    params: z.object({ code: text(40) }),
    reply: z.object({
      isValid: z.boolean(),
      candidateName: z.nullable(text(100)),
      idNo: z.nullable(text(60)),
      productName: z.nullable(text(200)),
      subjectName: z.nullable(subjectNames),
      examDate: z.nullable(chinaDate),
      startTime: z.nullable(clockTime),
      cityName: z.nullable(text(100)),
      issuedAt: z.nullable(instant),
      isNewestVersion: z.boolean(),
    }),
    isExtension: true,
  },
});
