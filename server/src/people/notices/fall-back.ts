import { accountContact } from '#people/accounts';
import { openFailed, writeMessage } from '#people/messages';
import { inTransaction } from '#platform/database';
import { taskOf } from './notify.ts';

/**
 * Tells by the other channel what one channel has given up, if the account can be reached there at all and was not told there already:
 * service messages cannot be switched off, only sent another way. The new message keeps the key of the old one, so that no event is
 * told twice by a channel (C39).
 */
export async function fallBack(messageId: string): Promise<void> {
  await inTransaction(async (tx) => {
    const failed = await openFailed(tx, messageId);
    if (!failed) return;
    const contact = await accountContact(tx, failed.accountId);
    const channel = failed.channel === 'sms' ? 'mail' : 'sms';
    const recipient = channel === 'sms' ? contact.phone : contact.email;
    if (recipient === null) return;
    await writeMessage(tx, {
      ...failed.message,
      key: failed.key,
      objectId: failed.objectId,
      accountId: failed.accountId,
      channel,
      recipient,
      language: failed.language,
      insteadOf: messageId,
      ...taskOf(failed.message.kind, channel),
    });
  });
}
