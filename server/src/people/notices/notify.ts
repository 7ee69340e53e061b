import { accountContact, type AccountContact } from '#people/accounts';
import { writeMessage, type Channel, type CodeMessage, type Message, type MessageKind } from '#people/messages';
import type { Tx } from '#platform/database';
import { withoutMinorsNames } from './names.ts';

/** Something an account is told. Equal kind, object and version are told once (C39). */
export type Notice = Exclude<Message, CodeMessage> & {
  accountId: string;
  objectId: string;
  /** Grows when the same thing is to be told again; default 1. */
  version?: number;
  /** In place of kind, object and version: what this is one telling of. */
  key?: string;
  /** Only these channels; default all that the account receives. */
  channels?: readonly Channel[];
};

/**
 * Tells an account something: one message for each channel it receives, in the account's language and without a minor's full name,
 * handed to the outbox in the caller's transaction.
 * @returns the channels by which something was written.
 */
export async function notify(tx: Tx, notice: Notice): Promise<Channel[]> {
  const { accountId, objectId, version = 1, channels, key: ownKey, ...said } = notice;
  const message = await withoutMinorsNames(tx, said);
  const contact = await accountContact(tx, accountId);
  const key = `${message.kind}:${ownKey === undefined ? '' : `${ownKey}:`}${objectId}:${version}`;
  const told: Channel[] = [];
  for (const [channel, recipient] of recipientsOf(contact)) {
    if (channels && !channels.includes(channel)) continue;
    const shared = { key, objectId, accountId, channel, recipient, language: contact.language };
    if ((await writeMessage(tx, { ...message, ...shared, ...taskOf(message.kind, channel) })) !== null)
      told.push(channel);
  }
  return told;
}

/** The task that sends a message, where it is not the ordinary one: a letter goes with its mail. */
export function taskOf(kind: MessageKind, channel: Channel): { task?: string } {
  return kind === 'letterReady' && channel === 'mail' ? { task: 'letters.mail' } : {};
}

function recipientsOf(contact: AccountContact): [Channel, string][] {
  const recipients: [Channel, string][] = [];
  if (contact.email !== null && contact.isEmailReceiving) recipients.push(['mail', contact.email]);
  if (contact.phone !== null && contact.isPhoneReceiving) recipients.push(['sms', contact.phone]);
  return recipients;
}
