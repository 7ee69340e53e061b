import { chinaDateOf, isMinor } from '@exam/contract/rules';
import { createAccount } from '#people/accounts';
import { saveCandidate } from '#people/candidates';
import type { Tx } from '#platform/database';
import { hashPassword } from '#platform/vault';
import { demoAccounts, father, grandmother, people, type DemoAccountKey } from './data/people.ts';

/** Ids of what was written: accounts and candidates by key. */
export type WrittenPeople = { accounts: Map<DemoAccountKey, string>; candidates: Map<string, string> };

/** The accounts' passwords, hashed. Outside the transaction: hashing takes its time. */
export async function hashDemoPasswords(): Promise<Map<DemoAccountKey, string>> {
  const hashes = new Map<DemoAccountKey, string>();
  for (const account of demoAccounts) hashes.set(account.key, await hashPassword(account.password));
  return hashes;
}

/** Writes accounts and their saved candidates through their domains, so that they are checked like anybody's. */
export async function writePeople(
  tx: Tx,
  hashes: ReadonlyMap<DemoAccountKey, string>,
  now: string,
): Promise<WrittenPeople> {
  const accounts = new Map<DemoAccountKey, string>();
  for (const { key, phone, email, language, dateOfBirth } of demoAccounts) {
    const passwordHash = hashes.get(key) ?? null;
    const id = await createAccount(tx, { phone, email, language, dateOfBirth, passwordHash, termsVersion: '2026-11' });
    if (id === null) throw new Error(`The account ${phone} exists already.`);
    accounts.set(key, id);
  }
  const candidates = new Map<string, string>();
  for (const person of people) {
    const accountId = accounts.get(person.account) ?? '';
    const guardian = person.hasFather ? father : grandmother;
    const guardianModel = isMinor(person.dob, chinaDateOf(now)) ? guardian : null;
    candidates.set(person.key, await saveCandidate(tx, { accountId, form: { ...person.form, guardianModel } }));
  }
  return { accounts, candidates };
}
