import * as z from 'zod/mini';
import type { Tasks } from '#platform/worker';
import { readReports } from './sending/reports.ts';
import { deliver } from './sending/send.ts';

/** Messages: their words in both languages, one row each, and the providers that carry them. Knows no account. */
export { staffRoutes } from './staff-routes.ts';
export type { Attachment } from './sending/delivery.ts';
export type {
  CodeMessage,
  Message,
  MessageKind,
  MessageValues,
  NamedExam,
  NamedService,
  ReceiptLine,
} from './kinds.ts';
export { smsTemplates } from './compose.ts';
export { checkSmsTemplates } from './sending/sms-templates.ts';
export { deliver, giveUp, messageAbout, openFailed } from './sending/send.ts';
export { resendMessage } from './staff-acts.ts';
export { hasText, isUnderway, retention } from './retention.ts';
export { mailsAbout } from './mails-about.ts';
export { recipientOf, sendCodeMessage, takeMessageBack, writeMessage, type Channel, type Outgoing } from './write.ts';

const payload = z.object({ messageId: z.uuid() });

/** The same work in three lanes (`platform/worker/lanes.ts`). */
const sendTasks = ['messages.send', 'messages.sendCode', 'messages.sendCircular'] as const;

async function sendOne(job: unknown, task: string): Promise<void> {
  await deliver({ messageId: payload.parse(job).messageId, task });
}

export const tasks: Tasks = {
  ...Object.fromEntries(sendTasks.map((task) => [task, (job: unknown) => sendOne(job, task)])),
  'messages.readReports': readReports,
};
export const crons = [{ task: 'messages.readReports', match: '*/5 * * * *' }];
