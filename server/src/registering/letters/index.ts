import * as z from 'zod/mini';
import type { Cron, Tasks } from '#platform/worker';
import { mailLetter, planLetter, sweepLetters, tellWished } from './announce.ts';

/** Confirmation letters: typesetting, sending, and the page that says whether one is valid. */
export { letterFile, routes } from './routes.ts';
export { documentNameOf, namedExamOf } from './letter-data.ts';
export { tellLetterAgain } from './announce.ts';
export { missingGlyphs, printableText } from './glyphs.ts';
export { typesetPdf } from './typeset.ts';

const applicationPayload = z.object({ applicationId: z.uuid() });
const wishPayload = z.object({ applicationId: z.uuid(), wishId: z.string() });
const messagePayload = z.object({ messageId: z.uuid() });

export const tasks: Tasks = {
  'letters.plan': (payload) => planLetter(applicationPayload.parse(payload).applicationId),
  'letters.again': (payload) => tellWished(wishPayload.parse(payload)),
  'letters.mail': (payload) => mailLetter(messagePayload.parse(payload).messageId),
  'letters.sweep': sweepLetters,
};

export const crons: Cron[] = [{ task: 'letters.sweep', match: '*/5 * * * *' }];
