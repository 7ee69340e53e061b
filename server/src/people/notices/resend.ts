import { accountContact } from '#people/accounts';
import { resendMessage } from '#people/messages';
import type { Tx } from '#platform/database';
import type { StaffActor } from '#platform/staff-http';

/**
 * Sends a failed message again, to where its account is reached now: a number that has another holder by now is never written to.
 * @throws Refusal as `resendMessage`.
 */
export async function resend(tx: Tx, staff: StaffActor, given: { id: string; reason: string }): Promise<void> {
  await resendMessage(tx, staff, {
    ...given,
    recipientOf: async (accountId, channel) => {
      const { phone, email } = await accountContact(tx, accountId);
      return channel === 'sms' ? phone : email;
    },
  });
}
