import { addSeconds } from '@exam/contract/rules';
import { sql, type Selectable } from 'kysely';
import { readNow } from '#platform/clock';
import { inTransaction, reading, type Tx } from '#platform/database';
import { logWarning } from '#platform/log';
import { enqueue } from '#platform/outbox';
import { settings } from '#platform/settings';
import type { MessageTable } from '#platform/tables/index';
import { seal, unseal } from '#platform/vault';
import { composeMail, composeSms } from './compose.ts';
import type { Attachment, Delivery } from './delivery.ts';
import type { CodeMessage, Message } from './kinds.ts';
import { sendMail } from './mail.ts';
import { sendSms } from './sms.ts';
import type { TemplateText } from './template.ts';
import { findTemplate } from './template-store.ts';
import { type Channel, messagePlace } from './write.ts';

const placeKinds: readonly CodeMessage['kind'][] = [
  'verificationCode',
  'numberTaken',
  'addressTaken',
  'numberResting',
  'addressResting',
];

type MessageRow = Selectable<MessageTable>;

/** Seconds until the next try: a code is worthless after minutes, everything else waits 5 minutes, an hour, six hours (9.8). */
const pauses = { code: [3, 10, 30], other: [300, 3600, 21_600] } as const;
/** Seconds within which every provider has answered or been given up. */
const busySeconds = 90;
/** Seconds a code is good for. */
const codeLifeSeconds = 300;

export type Sending = {
  messageId: string;
  /** The task to be run again after a failed try. */
  task: string;
  attachments?: readonly Attachment[];
};

/**
 * Sends a waiting message and writes down what became of it; at the end its values are wiped. A message that was sent or given
 * up is left alone, so that a repeated job does nothing.
 * @returns the state afterwards.
 */
export async function deliver({ messageId, task, attachments = [] }: Sending): Promise<MessageRow['state']> {
  const row = await inTransaction((tx) => begin(tx, messageId, task));
  if (row === 'busy') return 'Waiting';
  if (row?.state !== 'Waiting') return row?.state ?? 'Failed';
  const template = row.channel === 'mail' ? await reading((tx) => findTemplate(tx, row)) : null;
  const delivery = await attempt(row, { attachments, template });
  return await inTransaction((tx) => conclude(tx, row, { delivery, task }));
}

/** What a message is about, without opening it; null when there is none. */
export async function messageAbout(
  tx: Tx,
  id: string,
): Promise<{ objectId: string; language: MessageRow['language']; state: MessageRow['state'] } | null> {
  const row = await tx
    .selectFrom('message')
    .select(['object_id as objectId', 'language', 'state'])
    .where('id', '=', id)
    .executeTakeFirst();
  return row ?? null;
}

/** Counts the try before it is made, and keeps other runs away from it while it lasts; one of those comes back later. */
async function begin(tx: Tx, id: string, task: string): Promise<MessageRow | 'busy' | null> {
  const row = await tx.selectFrom('message').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (row?.state !== 'Waiting') return row ?? null;
  const now = await readNow(tx);
  if (row.busy_until !== null && row.busy_until > now) {
    await enqueue(tx, task, { messageId: id }, { dueAt: row.busy_until });
    return 'busy';
  }
  if (row.kind === 'verificationCode' && now > addSeconds(row.created_at, codeLifeSeconds)) {
    await finish(tx, row, { state: 'Failed', last_error: 'codeExpired' });
    return { ...row, state: 'Failed' };
  }
  await tx
    .updateTable('message')
    .set({ attempts: row.attempts + 1, busy_until: addSeconds(now, busySeconds) })
    .where('id', '=', id)
    .execute();
  return { ...row, attempts: row.attempts + 1 };
}

async function attempt(
  row: MessageRow,
  { attachments, template }: { attachments: readonly Attachment[]; template: TemplateText | null },
): Promise<Delivery> {
  const message = messageOf(row);
  const recipient = unseal(row.recipient_sealed, messagePlace(row.id, 'recipient'));
  if (row.channel === 'sms') {
    const sms = composeSms(message, row.language);
    return sms ? await sendSms(recipient, sms) : { outcome: 'never', reason: 'noText' };
  }
  const mail = composeMail(message, row.language, settings(), template);
  return mail ? await sendMail(recipient, mail, { id: row.id, attachments }) : { outcome: 'never', reason: 'noText' };
}

/** A failed message about an account's affairs, opened so that it can be told another way. */
export type Failed = {
  message: Message;
  /** The message's key without its channel. */
  key: string;
  objectId: string;
  accountId: string;
  channel: Channel;
  language: MessageRow['language'];
};

/** Ends a message that has become pointless while it waited: what it was to carry is not there any more. `reason` is a code. */
export async function giveUp(tx: Tx, id: string, reason: string): Promise<void> {
  const row = await tx.selectFrom('message').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (row?.state === 'Waiting') await finish(tx, row, { state: 'Failed', last_error: reason });
}

/** Opens what failed for good; null when it did not, when it is wiped, or when it went to a number rather than to an account. */
export async function openFailed(tx: Tx, id: string): Promise<Failed | null> {
  const row = await tx.selectFrom('message').selectAll().where('id', '=', id).executeTakeFirst();
  if (row?.state !== 'Failed' || row.is_wiped || row.account_id === null || goesToPlaces(row.kind)) return null;
  return {
    message: messageOf(row),
    key: row.message_key.slice(0, -(row.channel.length + 1)),
    objectId: row.object_id,
    accountId: row.account_id,
    channel: row.channel,
    language: row.language,
  };
}

/** Whether a kind goes to a number or an address, whoever has it: it must never turn up elsewhere. */
export function goesToPlaces(kind: string): boolean {
  return placeKinds.some((each) => each === kind);
}

/** The row was written by `writeMessage`, which pairs kind and values. */
function messageOf(row: MessageRow): Message {
  const values: unknown = JSON.parse(unseal(row.values_sealed, messagePlace(row.id, 'values')));
  return { kind: row.kind, values } as Message;
}

async function conclude(
  tx: Tx,
  row: MessageRow,
  { delivery, task }: { delivery: Delivery; task: string },
): Promise<MessageRow['state']> {
  if (delivery.outcome === 'sent') {
    await finish(tx, row, { state: 'Sent', last_error: null, provider_id: delivery.providerId });
    return 'Sent';
  }
  const pause = (row.kind === 'verificationCode' ? pauses.code : pauses.other)[row.attempts - 1];
  logWarning('message not sent', {
    messageId: row.id,
    channel: row.channel,
    outcome: delivery.reason,
    attempt: row.attempts,
  });
  if (delivery.outcome === 'never' || pause === undefined) {
    await finish(tx, row, { state: 'Failed', last_error: delivery.reason });
    if (row.account_id !== null && !goesToPlaces(row.kind))
      await enqueue(tx, 'notices.fallBack', { messageId: row.id });
    return 'Failed';
  }
  await tx
    .updateTable('message')
    .set({ last_error: delivery.reason, busy_until: null })
    .where('id', '=', row.id)
    .execute();
  await enqueue(tx, task, { messageId: row.id }, { dueAt: addSeconds(await readNow(tx), pause) });
  return 'Waiting';
}

/**
 * The end of a message: what it said is not needed any more (T31). Only one that failed keeps it for 14 days, so that staff can have it
 * sent again; a code is of no use by then.
 */
async function finish(
  tx: Tx,
  row: MessageRow,
  end: { state: 'Sent' | 'Failed'; last_error: string | null; provider_id?: string | null },
): Promise<void> {
  const sent_at = end.state === 'Sent' ? sql<string>`app_now()` : null;
  const isKept = end.state === 'Failed' && row.kind !== 'verificationCode';
  const values = isKept ? {} : { is_wiped: true, values_sealed: seal('{}', messagePlace(row.id, 'values')) };
  await tx
    .updateTable('message')
    .set({ ...end, sent_at, busy_until: null, ...values })
    .where('id', '=', row.id)
    .execute();
}
