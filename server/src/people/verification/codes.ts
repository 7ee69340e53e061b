import { bareNumber } from '@exam/contract/rules';
import { sql } from 'kysely';
import { randomDigits, randomId } from '#platform/chance';
import type { Tx } from '#platform/database';
import { lifetimes, tries as triesOf } from '#platform/limits/table';
import { blindIndex, hashSecret } from '#platform/vault';

export type Purpose = 'Register' | 'Login' | 'ForgetPassword' | 'ModifyUserName' | 'BindEmail' | 'ModifyEmail';

/** What a code is good for: one purpose, one number or address (as its keyed hash), one browser (T2). */
export type CodeFor = { purpose: Purpose; targetKey: Buffer; visitId: string };

/** Seconds a code lives, and until the next may be asked for. */
export const codeLifeSeconds = lifetimes.code.seconds;
export const resendSeconds = lifetimes.resend.seconds;
/** Wrong tries that burn a code. */
const maxTries = triesOf.code.takes;

/**
 * Makes a code of six digits; an earlier one for the same purpose, target and browser is void. Only its keyed hash is kept.
 * @param code one that was proved for another purpose and is to serve for this one too; a new one otherwise
 * @returns the code, to be sent and forgotten, and when it ends.
 */
export async function issueCode(
  tx: Tx,
  what: CodeFor,
  code = randomDigits(6),
): Promise<{ code: string; expiresAt: string }> {
  const renewed = {
    id: randomId(),
    code_hash: hashOf(what, code),
    tries: 0,
    created_at: sql<string>`app_now()`,
    expires_at: sql<string>`app_now() + make_interval(secs => ${codeLifeSeconds})`,
  };
  const { expires_at } = await tx
    .insertInto('verification_code')
    .values({
      ...renewed,
      purpose: what.purpose,
      target_key: what.targetKey,
      visit_hash: hashSecret(what.visitId),
    })
    .onConflict((conflict) =>
      conflict.columns(['purpose', 'target_key', 'visit_hash']).where('ended_at', 'is', null).doUpdateSet(renewed),
    )
    .returning('expires_at')
    .executeTakeFirstOrThrow();
  return { code, expiresAt: expires_at };
}

/** Ends every live code to a number or an address (their keyed hashes; null is none). */
export async function voidCodes(tx: Tx, targetKeys: readonly (Buffer | null)[]): Promise<void> {
  for (const key of targetKeys)
    if (key !== null)
      await sql`update verification_code set ended_at = app_now() where target_key = ${key} and ended_at is null`.execute(
        tx,
      );
}

/** Whether a code for this was sent to this browser and can still be right. */
export async function hasLiveCode(tx: Tx, what: CodeFor): Promise<boolean> {
  const { rows } = await sql`select from verification_code where ${isLive(what)}`.execute(tx);
  return rows.length > 0;
}

const isLive = ({ purpose, targetKey, visitId }: CodeFor) => sql`
  purpose = ${purpose} and target_key = ${targetKey} and visit_hash = ${hashSecret(visitId)} and ended_at is null and expires_at > app_now()`;

/**
 * Compares a code and uses it up, in the statement that counts the try: of many parallel guesses five are compared, of two
 * right ones one wins (T2). The transaction must be committed also when the code is wrong.
 */
export async function spendCode(tx: Tx, what: CodeFor, code: string): Promise<boolean> {
  const hash = hashOf(what, code);
  const { rows } = await sql<{ isRight: boolean }>`
    update verification_code set
      tries = tries + 1,
      ended_at = case when code_hash = ${hash} or tries + 1 >= ${maxTries} then app_now() end
    where ${isLive(what)}
    returning code_hash = ${hash} as "isRight"`.execute(tx);
  return rows[0]?.isRight ?? false;
}

function hashOf({ purpose, targetKey }: CodeFor, code: string): Buffer {
  return blindIndex('verification_code', `${purpose} ${targetKey.toString('hex')} ${bareNumber(code)}`);
}

/** Forgets codes and captchas that ended more than a day ago; their counts live in the limits. */
export async function forgetEnded(tx: Tx): Promise<void> {
  await sql`delete from verification_code where expires_at < app_now() - interval '1 day'`.execute(tx);
  await sql`delete from captcha where expires_at < app_now() - interval '1 day'`.execute(tx);
}
