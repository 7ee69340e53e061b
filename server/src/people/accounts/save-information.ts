import { chinaDateOf } from '@exam/contract/rules';
import { readNow } from '#platform/clock';
import { inTransaction } from '#platform/database';
import { refuse, refuseFields } from '#platform/errors';
import { readBirthDate } from './register/birth-date.ts';
import { termsVersion } from './register/terms.ts';
import { birthDateOf, lockAccount, sealedBirthDate, type AccountRow } from './store.ts';

/** What the account page saves on the wire; absent is unchanged. */
export type OtherInformation = {
  promoteStatus?: boolean;
  phoneReceivingStatus?: boolean;
  emailReceivingStatus?: boolean;
  sendMessageLanguageType?: 'English' | 'Chinese';
  dateOfBirth?: string;
  isTermsAccepted?: true;
};

/**
 * Saves promotion, channels, message language and, once, the date of birth of an adult and the terms.
 * @returns the account as it is then.
 * @throws Refusal RECEIVE_CHANNEL_REQUIRED when neither phone nor a bound e-mail would receive messages; BIRTH_DATE_FIXED for
 * another date than the one there is; UNDER_AGE; FIELDS.
 */
export async function saveInformation(given: OtherInformation, accountId: string): Promise<AccountRow> {
  return await inTransaction(async (tx) => {
    const before = await lockAccount(tx, accountId);
    const today = chinaDateOf(await readNow(tx));
    const set = {
      is_promotion_allowed: given.promoteStatus ?? before.is_promotion_allowed,
      is_phone_receiving: given.phoneReceivingStatus ?? before.is_phone_receiving,
      is_email_receiving: given.emailReceivingStatus ?? before.is_email_receiving,
      message_language: given.sendMessageLanguageType ?? before.message_language,
      ...newBirthDate(before, given.dateOfBirth, today),
      terms_version: before.terms_version ?? (given.isTermsAccepted ? termsVersion : null),
    };
    checkChannels({ ...before, ...set });
    await tx.updateTable('account').set(set).where('id', '=', accountId).execute();
    return { ...before, ...set };
  });
}

/** Service messages cannot be switched off. @throws Refusal RECEIVE_CHANNEL_REQUIRED */
export function checkChannels(account: AccountRow): void {
  const isReached = account.is_phone_receiving || (account.is_email_receiving && account.email_key !== null);
  if (!isReached) refuse('RECEIVE_CHANNEL_REQUIRED');
}

/** The columns of a birth date that is given for the first time. */
function newBirthDate(account: AccountRow, given: string | undefined, today: string) {
  if (given === undefined) return {};
  const read = readBirthDate(given, today);
  if (!read.ok && read.code === 'UNDER_AGE') refuse('UNDER_AGE', undefined, { dateOfBirth: 'UNDER_AGE' });
  if (!read.ok) return refuseFields({ dateOfBirth: read.code });
  const before = birthDateOf(account);
  if (before === null) return { date_of_birth_sealed: sealedBirthDate(account.id, read.dateOfBirth) };
  if (before !== read.dateOfBirth) refuse('BIRTH_DATE_FIXED', undefined, { dateOfBirth: 'BIRTH_DATE_FIXED' });
  return {};
}
