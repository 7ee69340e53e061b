import * as z from 'zod/mini';
import { count, id, instant, text, written } from '../../entities/index.ts';
import { defineStaffCalls, reason } from './call.ts';
import { listQuery, listReply } from './list.ts';

const state = z.enum(['Waiting', 'Sent', 'Failed']);
const channel = z.enum(['sms', 'mail']);
const language = z.enum(['en', 'zh']);
const kind = z.string().check(z.regex(/^[a-zA-Z]{1,40}$/));

const message = z.object({
  id,
  kind,
  objectId: id,
  accountId: z.nullable(id),
  channel,
  language,
  /** Masked. */
  recipient: text(254),
  state,
  attempts: count,
  /** What the provider said, a code. */
  lastError: z.nullable(text(200)),
  createdAt: instant,
  sentAt: z.nullable(instant),
  /** Failed, and its values are not wiped yet (14 days). */
  /** Sent because the other channel had given up. */
  isFallback: z.boolean(),
  canResend: z.boolean(),
});
export type MessageItem = z.output<typeof message>;

const subject = written(1, 200);
const paragraphs = z.array(written(1, 1000)).check(z.minLength(1), z.maxLength(10));
const place = z.object({ kind, language });

const templateItem = z.object({ kind, hasMail: z.boolean(), hasSms: z.boolean(), isChanged: z.boolean() });
const template = z.object({
  kind,
  language,
  /** With `{{name}}` where a value goes. */
  subject: text(200),
  paragraphs: z.array(text(1000)),
  /** The names that may be in braces. */
  slots: z.array(text(40)),
  /** False where the words depend on the case, which a template cannot say. */
  isEditable: z.boolean(),
  isChanged: z.boolean(),
  changedBy: z.nullable(text(80)),
  changedAt: z.nullable(instant),
  /** 0 while nobody changed it. */
  version: count,
  /** The text kept by the provider, which changes with the provider only; null where the kind is no SMS. */
  sms: z.nullable(text(1000)),
});
export type MessageTemplate = z.output<typeof template>;

/** Messages to candidates: what became of each, and the words of the mails. */
export const messagesStaffCalls = defineStaffCalls({
  'messages.search': {
    permission: 'messages:read',
    body: listQuery(['createdAt'], { state, channel, kind, accountId: id, objectId: id }),
    reply: listReply(message),
  },
  /** Sends a failed message again with what it was made of. */
  'messages.resend': {
    permission: 'messages:send',
    reason: true,
    isIdempotent: true,
    params: z.object({ id }),
    body: z.strictObject({ reason }),
    reply: null,
  },
  'messages.templates': { permission: 'messages:read', reply: z.object({ list: z.array(templateItem) }) },
  'messages.template': { permission: 'messages:read', params: place, reply: template },
  /** How a mail would look with example values; nothing is kept. */
  'messages.preview': {
    permission: 'messages:read',
    params: place,
    body: z.strictObject({ subject, paragraphs }),
    reply: z.object({ subject: text(400), text: text(20_000) }),
  },
  /** Changes the words of a mail at once for every message that is sent from then on. */
  'messages.saveTemplate': {
    permission: 'messages:write',
    isFresh: true,
    reason: true,
    params: place,
    body: z.strictObject({ version: count, subject, paragraphs, reason }),
    reply: null,
  },
  /** Gives a mail its first words back. */
  'messages.resetTemplate': {
    permission: 'messages:write',
    isFresh: true,
    reason: true,
    params: place,
    body: z.strictObject({ version: count, reason }),
    reply: null,
  },
});
