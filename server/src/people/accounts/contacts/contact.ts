import type { Language } from '@exam/contract/messages';
import { canRegisterAccount, chinaDateOf } from '@exam/contract/rules';
import { sql } from 'kysely';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { accountById, birthDateOf, languageOfMessages, openContacts } from '../store.ts';

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

/** The language in which an account is written to; null of one that may not be used: closed, or locked. */
export async function languageOfActive(tx: Tx, accountId: string): Promise<Language | null> {
  const account = await accountById(tx, accountId);
  return account.status === 'Active' ? languageOfMessages(account) : null;
}

/** By which channels each of these accounts is told something; one statement whatever their number, and nothing opened. */
export async function reachOf(
  tx: Tx,
  accountIds: readonly string[],
): Promise<Map<string, { byMail: boolean; bySms: boolean }>> {
  const { rows } = await sql<{ id: string; byMail: boolean; bySms: boolean }>`
    select id, email_sealed is not null and is_email_receiving as "byMail", phone_sealed is not null and is_phone_receiving as "bySms"
    from account where id = any(${[...accountIds]}::uuid[])`.execute(tx);
  return new Map(rows.map(({ id, byMail, bySms }) => [id, { byMail, bySms }]));
}

/**
 * Lets only an adult account submit that has accepted the terms.
 * @throws Refusal UNAUTHENTICATED when it was closed; BIRTH_DATE_REQUIRED when the account has no birth date; ACCOUNT_TERMS_NEEDED; UNDER_AGE_TO_REGISTER below 18.
 */
export async function checkAdultAccount(tx: Tx, accountId: string): Promise<void> {
  const account = await accountById(tx, accountId);
  const { status, terms_version: terms } = account;
  const dob = birthDateOf(account);
  // Closed in another window since this call began.
  if (status === 'Closed') refuse('UNAUTHENTICATED');
  if (dob === null) refuse('BIRTH_DATE_REQUIRED');
  if (terms === null) refuse('ACCOUNT_TERMS_NEEDED');
  if (!canRegisterAccount(dob, chinaDateOf(await readNow(tx)))) refuse('UNDER_AGE_TO_REGISTER');
}
