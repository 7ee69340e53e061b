import { checkFreshProof, languageOfActive, lockedPhoneOf } from '#people/accounts';
import { inTransaction, reading } from '#platform/database';
import { refuse } from '#platform/errors';
import { settings } from '#platform/settings';
import { deleteAddressOf, findAddress, replaceAddress, type Secret } from './store.ts';

/** A signed-in person. */
type Own = { account: { id: string }; session: { idHash: Buffer } };

type Shown = { address: string; createdAt: string };

/**
 * Makes the address of an account; the one before stops at once.
 * @throws Refusal REAUTH (403) without a proof of identity in the last five minutes: an address outlives the session; UNAUTHENTICATED when the
 *   account was closed meanwhile.
 */
export async function makeAddress({ account, session }: Own): Promise<Shown> {
  return await inTransaction(async (tx) => {
    await checkFreshProof(tx, session.idHash);
    // Behind this lock nobody closes the account, and two who press at once get one address.
    await lockedPhoneOf(tx, account.id);
    if ((await languageOfActive(tx, account.id)) === null) refuse('UNAUTHENTICATED');
    return shown(await replaceAddress(tx, account.id));
  });
}

/** The address of an account again. @throws Refusal REAUTH as above; NOT_FOUND where there is none. */
export async function showAddress({ account, session }: Own): Promise<Shown> {
  return await reading(async (tx) => {
    await checkFreshProof(tx, session.idHash);
    return shown((await findAddress(tx, account.id)) ?? refuse('NOT_FOUND'));
  });
}

/** Ends the address of an account. Nobody has to prove anything to make less readable. */
export async function endAddress(accountId: string): Promise<null> {
  await inTransaction((tx) => deleteAddressOf(tx, accountId));
  return null;
}

function shown({ token, createdAt }: Secret): Shown {
  return { address: `${settings().publicUrl}/api/calendar/${token}/dates.ics`, createdAt };
}
