import { inTransaction } from '#platform/database';
import { refuse } from '#platform/errors';
import { clearLimit, takeLimit } from '#platform/limits';
import { spendCode, type CodeFor } from '#verification';

/**
 * Uses up a code or refuses. The try is counted and committed before anything else happens, and the tries of one number are
 * counted across codes, browsers and addresses (T2).
 * @param field where the code stands in the body.
 * @throws Refusal CODE_WRONG when it is wrong, used, late, burnt or another browser's; RATE_LIMITED after 20 tries in a day.
 */
export async function proveCode(what: CodeFor, code: string, field = 'verificationCode'): Promise<void> {
  const key = what.targetKey.toString('hex');
  await takeLimit('code.number', key);
  const isRight = await inTransaction((tx) => spendCode(tx, what, code));
  if (!isRight) refuse('CODE_WRONG', undefined, { [field]: 'CODE_WRONG' });
  await clearLimit('code.number', key);
}
