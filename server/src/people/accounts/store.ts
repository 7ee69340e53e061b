import type { Language } from '@exam/contract/messages';
import { sql, type Selectable } from 'kysely';
import { randomId } from '#platform/chance';
import type { Tx } from '#platform/database';
import type { AccountTable } from '#platform/tables/index';
import { blindIndex, seal, unseal } from '#platform/vault';
import { keptUntil } from './contacts/kept-contacts.ts';

export type AccountRow = Selectable<AccountTable>;

/** The keyed hash by which an account is found: a mainland number as 11 digits. */
export function phoneKeyOf(phone: string): Buffer {
  return blindIndex('account.phone', phone);
}

/** The keyed hash of an e-mail address; its case does not matter. */
export function emailKeyOf(email: string): Buffer {
  return blindIndex('account.email', email.toLowerCase());
}

/** A new account. `phone` is 11 digits, `dateOfBirth` a China date, the password is hashed already. */
export type NewAccount = {
  phone: string;
  passwordHash: string | null;
  dateOfBirth: string | null;
  email?: string | null;
  language: Language;
  termsVersion: string | null;
};

/**
 * Inserts an account.
 * @returns its id; null when the number or the address belongs to an account already, or to one that was closed lately.
 */
export async function createAccount(tx: Tx, account: NewAccount): Promise<string | null> {
  const row = randomId();
  const email = account.email ?? null;
  if (await isKept(tx, account.phone, email)) return null;
  const inserted = await tx
    .insertInto('account')
    .values({
      id: row,
      phone_key: phoneKeyOf(account.phone),
      phone_sealed: seal(account.phone, { table: 'account', row, column: 'phone' }),
      email_key: email === null ? null : emailKeyOf(email),
      email_sealed: email === null ? null : seal(email, { table: 'account', row, column: 'email' }),
      password_hash: account.passwordHash,
      date_of_birth_sealed: account.dateOfBirth === null ? null : sealedBirthDate(row, account.dateOfBirth),
      message_language: account.language === 'zh' ? 'Chinese' : 'English',
      terms_version: account.termsVersion,
      created_at: sql<string>`app_now()`,
      last_used_month: sql<string>`date_trunc('month', app_now() at time zone 'Asia/Shanghai')::date`,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst();
  return inserted?.id ?? null;
}

async function isKept(tx: Tx, phone: string, email: string | null): Promise<boolean> {
  if ((await keptUntil(tx, phoneKeyOf(phone))) !== null) return true;
  return email !== null && (await keptUntil(tx, emailKeyOf(email))) !== null;
}

/** An account that may sign in, by number (11 digits) or e-mail address; null when there is none. */
export async function findAccount(tx: Tx, by: { phone: string } | { email: string }): Promise<AccountRow | null> {
  const query = tx.selectFrom('account').selectAll().where('status', '=', 'Active');
  const found = await (
    'phone' in by
      ? query.where('phone_key', '=', phoneKeyOf(by.phone))
      : query.where('email_key', '=', emailKeyOf(by.email))
  ).executeTakeFirst();
  return found ?? null;
}

/** The account that holds a number or an address, whether it may sign in or is locked; null when nobody does. */
export async function holderOf(tx: Tx, by: { phone: string } | { email: string }): Promise<{ id: string } | null> {
  const query = tx.selectFrom('account').select('id').where('status', '<>', 'Closed');
  const found = await (
    'phone' in by
      ? query.where('phone_key', '=', phoneKeyOf(by.phone))
      : query.where('email_key', '=', emailKeyOf(by.email))
  ).executeTakeFirst();
  return found ?? null;
}

/** An account by id. @throws Error when there is none: ids come from sessions and our own rows. */
export async function accountById(tx: Tx, id: string): Promise<AccountRow> {
  return await tx.selectFrom('account').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
}

/** The same, locked until the transaction ends. */
export async function lockAccount(tx: Tx, id: string): Promise<AccountRow> {
  return await tx.selectFrom('account').selectAll().where('id', '=', id).forNoKeyUpdate().executeTakeFirstOrThrow();
}

/** The same of an account that ends here: whoever begins something for it waits, and is refused then. */
export async function lockAccountForClosing(tx: Tx, id: string): Promise<AccountRow> {
  return await tx.selectFrom('account').selectAll().where('id', '=', id).forUpdate().executeTakeFirstOrThrow();
}

/** Keeps an account open until the transaction ends, as whatever refers to it does: before what its closing locks after it. */
export async function keepAccountOpen(tx: Tx, id: string): Promise<void> {
  await tx.selectFrom('account').select('id').where('id', '=', id).forKeyShare().execute();
}

/** The number (11 digits; null once another person has it, S-19) and the e-mail address (null when none is bound) of an account. */
export function openContacts(account: Pick<AccountRow, 'id' | 'phone_sealed' | 'email_sealed'>): {
  phone: string | null;
  email: string | null;
} {
  const { id: row, phone_sealed, email_sealed } = account;
  return {
    phone: phone_sealed && unseal(phone_sealed, { table: 'account', row, column: 'phone' }),
    email: email_sealed && unseal(email_sealed, { table: 'account', row, column: 'email' }),
  };
}

/** The birth date of an account, a China date; null where none was given. */
export function birthDateOf({
  id: row,
  date_of_birth_sealed: sealed,
}: Pick<AccountRow, 'id' | 'date_of_birth_sealed'>): string | null {
  return sealed && unseal(sealed, { table: 'account', row, column: 'date_of_birth' });
}

/** The same as the row keeps it. */
export function sealedBirthDate(row: string, dateOfBirth: string): Buffer {
  return seal(dateOfBirth, { table: 'account', row, column: 'date_of_birth' });
}

/** Where the code of an account's second step goes: its phone, or its e-mail address where it has none. */
export function targetOfSecondFactor(account: AccountRow): { by: { phone: string } | { email: string }; key: Buffer } {
  const { phone, email } = openContacts(account);
  if (phone !== null) return { by: { phone }, key: phoneKeyOf(phone) };
  return { by: { email: email ?? '' }, key: emailKeyOf(email ?? '') };
}

/** The language of the account's messages. */
export function languageOfMessages(account: Pick<AccountRow, 'message_language'>): Language {
  return account.message_language === 'Chinese' ? 'zh' : 'en';
}
