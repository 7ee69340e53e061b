import { inTransaction, reading } from '#platform/database';
import { refuse } from '#platform/errors';
import { clearLimit, takeLimit } from '#platform/limits';
import { type Carried, holderOfTarget } from './holder.ts';
import { type CodeFor, hasLiveCode, spendCode } from '#people/verification';

/**
 * Uses up a code or refuses. A try against a code that was sent to this browser and still lives is counted and committed before anything else
 * happens. Such tries are counted by number, across codes, browsers and addresses (T2); on a device that its account knows, and after the
 * account's password, by that. A try without such a code has nothing to compare with: it costs the caller's address, which every caller counts, and never the owner
 * of the number.
 * @param field where the code is in the body.
 * @param whenBlind what a try without such a code does before it is refused.
 * @throws Refusal CODE_WRONG when it is wrong, used, late, burnt or another browser's; RATE_LIMITED after 20 tries in a day.
 */
export async function proveCode(
  { deviceToken = null, ticket = null, ...what }: CodeFor & Carried,
  code: string,
  field = 'verificationCode',
  whenBlind: () => Promise<void> = async () => undefined,
): Promise<void> {
  const wrong = () => refuse('CODE_WRONG', undefined, { [field]: 'CODE_WRONG' });
  if (!(await reading((tx) => hasLiveCode(tx, what)))) {
    await whenBlind();
    wrong();
  }
  const holder = await holderOfTarget(what.targetKey, { deviceToken, ticket });
  const name = holder === null ? 'code.number' : (`code.${holder.by}` as const);
  const key = holder?.key ?? what.targetKey.toString('hex');
  await takeLimit(name, key);
  const isRight = await inTransaction((tx) => spendCode(tx, what, code));
  if (!isRight) wrong();
  await clearLimit(name, key);
}
