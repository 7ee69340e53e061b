import { addSeconds } from '@exam/contract/rules';
import { type RawBuilder, sql, type Selectable } from 'kysely';
import { Counter } from 'prom-client';
import { chinaDateOf, readNow, readNowAlone } from '#platform/clock';
import { inStatement, inTransaction, reading, type Tx } from '#platform/database';
import { everyColumn } from '#platform/database/columns';
import { logWarning } from '#platform/log';
import { metrics } from '#platform/metrics';
import { enqueue } from '#platform/outbox';
import { settings } from '#platform/settings';
import type { MessageTable } from '#platform/tables/index';
import { unseal } from '#platform/vault';
import { composeMail, composeSms, type Sms } from '../compose.ts';
import type { Attachment, Delivery } from './delivery.ts';
import { goesToPlaces, type Message } from '../kinds.ts';
import { sendMail } from './mail.ts';
import { askAboutSms, isFateTold, sendSms } from './sms.ts';
import type { TemplateText } from '../template.ts';
import { findTemplate } from '../template-store.ts';
import { type Channel, leftOf, messagePlace } from '../write.ts';

type MessageRow = Selectable<MessageTable>;

const tries = new Counter({
  name: 'message_tries_total',
  help: 'What a provider said of a try to send: sent, later (try again), unsure (may have arrived) or never',
  labelNames: ['channel', 'outcome'],
  registers: [metrics],
});

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
  const row = await begin(messageId);
  if (!row) return await inTransaction((tx) => notBegun(tx, messageId, task));
  if (await isPast(row)) return await inTransaction((tx) => endPast(tx, row));
  const template = row.channel === 'mail' ? await reading((tx) => findTemplate(tx, row)) : null;
  const delivery = await attempt(row, { attachments, template });
  tries.inc({ channel: row.channel, outcome: delivery.outcome });
  if (delivery.outcome !== 'sent') return await inTransaction((tx) => fail(tx, row, { delivery, task }));
  await inStatement(ending(row, { state: 'Sent', last_error: null, provider_id: delivery.providerId }));
  return 'Sent';
}

/**
 * Whether a reminder speaks of what is over: it waited longer than it was good for, as when the service was away for days. Nobody is told
 * to come to an exam of yesterday, or to pay what can no longer be paid.
 */
async function isPast(row: MessageRow): Promise<boolean> {
  const { kind, values } = messageOf(row);
  if (kind === 'orderExpiring') return values.payBefore < (await readNowAlone());
  if (kind === 'cartClosing') return values.closesAt < (await readNowAlone());
  if (kind === 'examSoon' || kind === 'examTomorrow' || kind === 'examVenueOpen' || kind === 'examGuardianOpen')
    return values.examDate < chinaDateOf(await readNowAlone());
  return false;
}

async function endPast(tx: Tx, row: MessageRow): Promise<'Failed'> {
  logWarning('message not sent', {
    messageId: row.id,
    channel: row.channel,
    outcome: 'past',
    attempt: row.attempts + 1,
  });
  await ending(row, { state: 'Failed', last_error: 'past' }).execute(tx);
  return 'Failed';
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

/**
 * Counts the try before it is made, as unsure until its outcome is known, and keeps other runs away from it while it lasts.
 * @returns the message as it was before, but for the count; null when it is not to be sent now.
 */
async function begin(id: string): Promise<MessageRow | null> {
  const [row] = await inStatement(sql<MessageRow>`
    update message set attempts = attempts + 1, unsure_tries = unsure_tries + 1, busy_until = app_now() + make_interval(secs => ${busySeconds})
    where id = ${id} and state = 'Waiting' and (busy_until is null or busy_until <= app_now())
      and (kind <> 'verificationCode' or app_now() <= created_at + make_interval(secs => ${codeLifeSeconds}))
    returning ${everyColumn('message')}`);
  return row ? { ...row, unsure_tries: row.unsure_tries - 1 } : null;
}

/** Why a message is not sent now: it has ended, ends now as a code that is too old, or another run is at it and this one comes back later. */
async function notBegun(tx: Tx, id: string, task: string): Promise<MessageRow['state']> {
  const row = await tx.selectFrom('message').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  if (row?.state !== 'Waiting') return row?.state ?? 'Failed';
  const now = await readNow(tx);
  const isBusy = row.busy_until !== null && row.busy_until > now;
  if (!isBusy && row.kind === 'verificationCode' && now > addSeconds(row.created_at, codeLifeSeconds)) {
    await ending(row, { state: 'Failed', last_error: 'codeExpired' }).execute(tx);
    return 'Failed';
  }
  await enqueue(tx, task, { messageId: id }, { dueAt: row.busy_until ?? now });
  return 'Waiting';
}

async function attempt(
  row: MessageRow,
  { attachments, template }: { attachments: readonly Attachment[]; template: TemplateText | null },
): Promise<Delivery> {
  const message = messageOf(row);
  const recipient = unseal(row.recipient_sealed, messagePlace(row.id, 'recipient'));
  if (row.channel === 'sms') {
    const sms = composeSms(message, row.language);
    return sms ? await sendSmsOnce(row, recipient, sms) : { outcome: 'never', reason: 'noText' };
  }
  const mail = composeMail(message, row.language, settings(), template);
  return mail ? await sendMail(recipient, mail, { id: row.id, attachments }) : { outcome: 'never', reason: 'noText' };
}

/**
 * An earlier try without an answer is no reason to send again: the service is asked first, and where it knows no ids of ours (or may not
 * know a code of seconds ago yet) the person gets it at most one more time.
 */
async function sendSmsOnce(row: MessageRow, recipient: string, sms: Sms): Promise<Delivery> {
  if (row.unsure_tries === 0) return await sendSms(recipient, sms, row.id);
  const now = await readNowAlone();
  const days = [...new Set([now, addSeconds(now, -86_400), row.created_at].map(chinaDateOf))];
  const known = await askAboutSms(recipient, { id: row.id, days });
  if (known === 'underway' || known === 'arrived') return { outcome: 'sent', providerId: null };
  if (known === 'silent') return { outcome: 'later', reason: 'noAnswer' };
  const isCertain = known !== null && row.kind !== 'verificationCode';
  if (!isCertain && row.unsure_tries > 1) return { outcome: 'never', reason: 'noAnswer' };
  if (!isCertain) logWarning('message may come twice', { messageId: row.id, channel: row.channel });
  return await sendSms(recipient, sms, row.id);
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
  const row = await tx.selectFrom('message').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirst();
  if (row?.state === 'Waiting') await ending(row, { state: 'Failed', last_error: reason }).execute(tx);
}

/**
 * Opens what failed for good; null when it did not, when it is wiped, when it went to a number rather than to an account, or when the other
 * channel was told of the same event with it: each channel of an event about the account's safety has a key of its own.
 */
export async function openFailed(tx: Tx, id: string): Promise<Failed | null> {
  const row = await tx.selectFrom('message').selectAll().where('id', '=', id).executeTakeFirst();
  if (row?.state !== 'Failed' || row.is_wiped || row.account_id === null || goesToPlaces(row.kind)) return null;
  const { rows: told } = await sql`
    select from message failed join message other on other.object_id = failed.object_id and other.kind = failed.kind
      and other.created_at = failed.created_at and other.channel <> failed.channel
    where failed.id = ${id} limit 1`.execute(tx);
  if (told.length > 0) return null;
  return {
    message: messageOf(row),
    key: row.message_key.slice(0, -(row.channel.length + 1)),
    objectId: row.object_id,
    accountId: row.account_id,
    channel: row.channel,
    language: row.language,
  };
}

/** The row was written by `writeMessage`, which pairs kind and values. */
function messageOf(row: MessageRow): Message {
  const values: unknown = JSON.parse(unseal(row.values_sealed, messagePlace(row.id, 'values')));
  return { kind: row.kind, values } as Message;
}

async function fail(
  tx: Tx,
  row: MessageRow,
  { delivery, task }: { delivery: Exclude<Delivery, { outcome: 'sent' }>; task: string },
): Promise<MessageRow['state']> {
  const unsure_tries = row.unsure_tries + (delivery.outcome === 'unsure' ? 1 : 0);
  const pause = (row.kind === 'verificationCode' ? pauses.code : pauses.other)[row.attempts - 1];
  logWarning('message not sent', {
    messageId: row.id,
    channel: row.channel,
    outcome: delivery.reason,
    attempt: row.attempts,
  });
  if (delivery.outcome === 'never' || pause === undefined) {
    await failForGood(tx, row, { last_error: delivery.reason, unsure_tries });
    return 'Failed';
  }
  await tx
    .updateTable('message')
    .set({ last_error: delivery.reason, busy_until: null, unsure_tries })
    .where('id', '=', row.id)
    .execute();
  await enqueue(tx, task, { messageId: row.id }, { dueAt: addSeconds(await readNow(tx), pause) });
  return 'Waiting';
}

/** A message that will not arrive: its account is told the other way. `last_error` is a code. */
export async function failForGood(
  tx: Tx,
  row: MessageRow,
  end: { last_error: string; unsure_tries?: number },
): Promise<void> {
  await ending(row, { state: 'Failed', ...end }).execute(tx);
  if (row.account_id !== null && !goesToPlaces(row.kind)) await enqueue(tx, 'notices.fallBack', { messageId: row.id });
}

/**
 * The end of a message: what it said is not needed any more, nor to whom (T31). One that failed keeps it for 14 days, so that staff can have it
 * sent again, and an SMS until it is known to have arrived (`readReports`); a code is of no use by then.
 */
function ending(
  row: MessageRow,
  end: { state: 'Sent' | 'Failed'; last_error: string | null; provider_id?: string | null; unsure_tries?: number },
): RawBuilder<unknown> {
  const isKept =
    end.state === 'Failed'
      ? row.kind !== 'verificationCode'
      : row.channel === 'sms' && !goesToPlaces(row.kind) && isFateTold();
  const left = isKept ? row : leftOf(row);
  return sql`
    update message set state = ${end.state}, last_error = ${end.last_error}, provider_id = ${end.provider_id ?? row.provider_id},
      unsure_tries = ${end.unsure_tries ?? row.unsure_tries}, sent_at = case when ${end.state}::text = 'Sent' then app_now() end,
      busy_until = null, is_wiped = ${left.is_wiped}, values_sealed = ${left.values_sealed}, recipient_sealed = ${left.recipient_sealed}
    where id = ${row.id}`;
}
