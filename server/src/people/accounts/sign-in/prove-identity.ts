import { inTransaction, reading } from '#platform/database';
import { refuse, refuseFields } from '#platform/errors';
import { clearLimit, takeLimit } from '#platform/limits';
import { isPasswordRight } from '#platform/vault';
import { proveCode } from './prove-code.ts';
import { renewSession } from '../session.ts';
import { accountById, openContacts, phoneKeyOf, type AccountRow } from '../store.ts';

/** A signed-in person, in one browser. */
export type Own = { account: { id: string }; session: { idHash: Buffer }; visitId: string };

/** A proof of identity on the wire: one of the two. */
export type Proof = { password?: string | undefined; verificationCode?: string | undefined };

/**
 * Proves again who is signed in, by the password or by a ModifyUserName code to the account's phone. For five minutes the
 * session may then change phone, e-mail and account; its id is a new one, since its trust has risen (T5).
 * @throws Refusal FIELDS when nothing or both are given; PASSWORD_WRONG; CODE_WRONG; RATE_LIMITED.
 */
export async function proveIdentity({ password, verificationCode }: Proof, own: Own) {
  const account = await reading((tx) => accountById(tx, own.account.id));
  if (password !== undefined && verificationCode === undefined) await provePassword(account, password, 'password');
  else if (verificationCode !== undefined && password === undefined) await provePhone(account, verificationCode, own);
  else refuseFields({ password: 'REQUIRED_FIELD' });
  return { account, session: await inTransaction((tx) => renewSession(tx, own.session.idHash)) };
}

/**
 * Compares the password of a signed-in person, or of one who has the number alone (S-19); tries are counted by account, across sessions, and
 * those of the two apart (T3).
 * @param field where it is in the body.
 * @throws Refusal PASSWORD_WRONG, RATE_LIMITED
 */
export async function provePassword(
  account: AccountRow,
  password: string,
  field: string,
  limit: 'proof.account' | 'possession.account' = 'proof.account',
): Promise<void> {
  await takeLimit(limit, account.id);
  if (!(await isPasswordRight(password, account.password_hash, true)))
    refuse('PASSWORD_WRONG', undefined, { [field]: 'PASSWORD_WRONG' });
  await clearLimit(limit, account.id);
}

async function provePhone(account: AccountRow, code: string, { visitId }: Own): Promise<void> {
  const { phone } = openContacts(account);
  if (phone === null) return refuse('CODE_WRONG', undefined, { verificationCode: 'CODE_WRONG' });
  const targetKey = phoneKeyOf(phone);
  await proveCode({ purpose: 'ModifyUserName', targetKey, visitId }, code);
}
