import type { Language } from '@exam/contract/messages';
import { maskEmail, maskPhone } from '@exam/contract/rules';
import { sql } from 'kysely';
import { randomId } from '#platform/chance';
import type { Tx } from '#platform/database';
import { enqueueing } from '#platform/outbox';
import { seal, unseal } from '#platform/vault';
import { goesBy } from './compose.ts';
import { type CodeMessage, goesToPlaces, type Message } from './kinds.ts';

export type Channel = 'sms' | 'mail';

/** One message by one channel. Of equal `key` and channel only the first is ever sent (C39). */
export type Outgoing = Message & {
  /** What happened: kind, object and version. */
  key: string;
  objectId: string;
  accountId: string | null;
  channel: Channel;
  /** Phone number or mail address. */
  recipient: string;
  language: Language;
  /** The task that sends it; the ordinary one unless something is attached. */
  task?: string;
  /** The message of the other channel that failed and that this one replaces. */
  insteadOf?: string;
  /** Business time before which it is not sent; default: at once. */
  dueAt?: string;
};

/** The place that the values of a message are sealed for. */
export function messagePlace(row: string, column: 'recipient' | 'values') {
  return { table: 'message', row, column };
}

/** A recipient as staff read it, and as it is kept once a message is over. */
export function maskedRecipient(channel: Channel, recipient: string): string {
  if (recipient.includes('*')) return recipient;
  return channel === 'sms' ? maskPhone(recipient) : maskEmail(recipient);
}

type Over = { id: string; channel: Channel; recipient_sealed: Buffer };

/** What is left of a message that is over: not what it said, and whom it went to only in part (T31). */
export function leftOf({ id, channel, recipient_sealed: sealed }: Over) {
  const place = messagePlace(id, 'recipient');
  return {
    is_wiped: true,
    values_sealed: seal('{}', messagePlace(id, 'values')),
    recipient_sealed: seal(maskedRecipient(channel, unseal(sealed, place)), place),
  };
}

/**
 * Hands a message to the outbox in one statement: recipient and values sealed in its row, only the row's id in the job (T31).
 * @returns the new message's id; null when there is one of this key already, or the kind does not go by this channel.
 */
export async function writeMessage(tx: Tx, outgoing: Outgoing): Promise<string | null> {
  if (!goesBy(outgoing.kind, outgoing.channel)) return null;
  const id = randomId();
  const task = outgoing.task ?? taskOf(outgoing.kind);
  const job = { task, payload: { messageId: id }, ...(outgoing.dueAt === undefined ? {} : { dueAt: outgoing.dueAt }) };
  const { rows } = await sql<{ id: string }>`
    with written as (
      insert into message (id, message_key, kind, object_id, account_id, channel, language, recipient_sealed, values_sealed, state, task,
        instead_of, created_at)
      values (${id}, ${`${outgoing.key}:${outgoing.channel}`}, ${outgoing.kind}, ${outgoing.objectId}, ${outgoing.accountId},
        ${outgoing.channel}, ${outgoing.language}, ${seal(outgoing.recipient, messagePlace(id, 'recipient'))},
        ${seal(JSON.stringify(outgoing.values), messagePlace(id, 'values'))}, 'Waiting', ${task}, ${outgoing.insteadOf ?? null}, app_now())
      on conflict (message_key) do nothing returning id
    ), queued as (${enqueueing([job])} from written)
    select written.id from written, queued`.execute(tx);
  return rows[0]?.id ?? null;
}

/** Codes go before everything else, and circulars after it (`platform/worker/lanes.ts`). */
function taskOf(kind: Message['kind']): string {
  if (goesToPlaces(kind)) return 'messages.sendCode';
  return kind === 'circular' ? 'messages.sendCircular' : 'messages.send';
}

/** The number or address that a message went to; null where there is no such message any more. */
export async function recipientOf(tx: Tx, id: string): Promise<string | null> {
  const row = await tx.selectFrom('message').select('recipient_sealed').where('id', '=', id).executeTakeFirst();
  return row ? unseal(row.recipient_sealed, messagePlace(id, 'recipient')) : null;
}

/** Takes a message back that was handed to nobody yet; its job finds nothing to do. */
export async function takeMessageBack(tx: Tx, id: string): Promise<void> {
  await sql`delete from message where id = ${id} and state = 'Waiting' and attempts = 0`.execute(tx);
}

/**
 * Sends a code, or the notice that takes its place, to a number (11 digits or E.164) or an e-mail address that may have no
 * account.
 */
export async function sendCodeMessage(
  tx: Tx,
  {
    to,
    language,
    accountId = null,
    ...message
  }: CodeMessage & {
    to: { channel: Channel; recipient: string };
    language: Language;
    accountId?: string | null;
  },
): Promise<void> {
  const objectId = randomId();
  const key = `${message.kind}:${objectId}`;
  await writeMessage(tx, { ...message, key, objectId, accountId, ...to, language });
}
