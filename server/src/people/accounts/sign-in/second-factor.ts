import { inTransaction, reading } from '#platform/database';
import { refuse } from '#platform/errors';
import { clearLimit, takeLimit } from '#platform/limits';
import { askPossession, enter, isStranger, type Arrived, type Arriving } from './enter.ts';
import { proveCode } from './prove-code.ts';
import { lockProved } from './lock-proved.ts';
import { targetOfSecondFactor } from '../store.ts';
import { accountOfTicket, spendTicket } from '../tickets.ts';

export type SecondFactorCaller = Arriving & { visitId: string; ticket: string | null };

/**
 * Takes the second step of a sign-in by password: a Login code to the phone, or to the e-mail address of an account without one
 * . Where the password itself was renewed by that phone, the person still has to show that the account is theirs (S-19).
 * @throws Refusal SIGN_IN_OVER without a ticket of the last ten minutes, or when the account changed meanwhile; CODE_WRONG; RATE_LIMITED.
 */
export async function signInSecondFactor(
  given: { verificationCode: string; isDeviceTrusted?: boolean | undefined },
  caller: SecondFactorCaller,
): Promise<Arrived> {
  await takeLimit('signIn.ip', caller.origin.ip);
  const account = (await reading((tx) => accountOfTicket(tx, caller.ticket, 'secondFactor'))) ?? refuse('SIGN_IN_OVER');
  const { by, key: targetKey } = targetOfSecondFactor(account);
  const { visitId, deviceToken, ticket } = caller;
  await proveCode({ purpose: 'Login', targetKey, visitId, deviceToken, ticket }, given.verificationCode);
  await clearLimit('signIn.wrong', account.id);
  return await inTransaction(async (tx) => {
    // The account first: staff who lock it end its tickets afterwards.
    const proved = ['phone' in by ? 'phone_key' : 'email_key'] as const;
    const locked = (await lockProved(tx, account, proved)) ?? refuse('SIGN_IN_OVER');
    await spendTicket(tx, caller.ticket);
    if (locked.is_password_by_phone && (await isStranger(tx, locked, caller.deviceToken)))
      return await askPossession(tx, locked);
    return await enter(tx, locked, { ...caller, isDeviceTrusted: given.isDeviceTrusted });
  });
}
