import type { Language } from '@exam/contract/messages';
import { canRegisterAccount, chinaDateOf } from '@exam/contract/rules';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { accountById, languageOfMessages, openContacts } from './store.ts';

/** How an account is written to. */
export type AccountContact = {
  /** 11 digits; null once another person has the number (S-19). */
  phone: string | null;
  /** Null when none is bound. */
  email: string | null;
  language: Language;
  isPhoneReceiving: boolean;
  isEmailReceiving: boolean;
};

/** Number, address, language and channels of an account, opened, for its messages. */
export async function accountContact(tx: Tx, accountId: string): Promise<AccountContact> {
  const account = await accountById(tx, accountId);
  return {
    ...openContacts(account),
    language: languageOfMessages(account),
    isPhoneReceiving: account.is_phone_receiving,
    isEmailReceiving: account.is_email_receiving,
  };
}

/**
 * Lets only an adult account submit.
 * @throws Refusal BIRTH_DATE_REQUIRED when the account has no birth date; UNDER_AGE_TO_REGISTER below 18.
 */
export async function checkAdultAccount(tx: Tx, accountId: string): Promise<void> {
  const { date_of_birth: dob } = await accountById(tx, accountId);
  if (dob === null) refuse('BIRTH_DATE_REQUIRED');
  if (!canRegisterAccount(dob, chinaDateOf(await readNow(tx)))) refuse('UNDER_AGE_TO_REGISTER');
}
