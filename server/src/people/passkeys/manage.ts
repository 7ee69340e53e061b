import type { OwnPasskey, PasskeyCreationOptions, PasskeyRegistration } from '@exam/contract/entities';
import type { Language } from '@exam/contract/messages';
import { maskPhone, tidyText } from '@exam/contract/rules';
import { checkFreshProof, lockedPhoneOf, tellOwner } from '#people/accounts';
import { randomBytes } from '#platform/chance';
import { inTransaction } from '#platform/database';
import { refuse, refuseFields } from '#platform/errors';
import { tries } from '#platform/limits/table';
import { issueChallenge, spendChallenge } from './challenges.ts';
import { deletePasskey, insertPasskey, namePasskey, passkeysOf } from './store.ts';
import { challengeOf, creationOptions, verifyNew } from './webauthn.ts';

/** A signed-in person, in one browser. */
type Own = { account: { id: string }; session: { idHash: Buffer }; visitId: string; language: Language };

const siteNames: Record<Language, string> = { en: 'Examport', zh: '考途' };

/**
 * Begins to add a passkey.
 * @returns what the browser's `create` takes.
 * @throws Refusal REAUTH (403) without a proof of identity in the last five minutes (ASVS 7.5.1); PASSKEY_LIMIT.
 */
export async function startPasskey(own: Own): Promise<PasskeyCreationOptions> {
  const accountId = own.account.id;
  return await inTransaction(async (tx) => {
    await checkFreshProof(tx, own.session.idHash);
    const phone = await lockedPhoneOf(tx, accountId);
    const known = await passkeysOf(tx, accountId);
    if (known.length >= tries.passkeys.takes) refuse('PASSKEY_LIMIT', { limit: tries.passkeys.takes });
    const userHandle = known[0]?.user_handle ?? randomBytes(32);
    const challenge = await issueChallenge(tx, own.visitId, { purpose: 'Add', accountId, userHandle });
    return creationOptions(
      challenge,
      { userHandle, userName: maskPhone(phone), siteName: siteNames[own.language] },
      known.map(({ credential_id: id, transports }) => ({ id, transports })),
    );
  });
}

/**
 * Adds the passkey that the browser made for `startPasskey`; the owner is told by phone and mail.
 * @throws Refusal REAUTH; FIELDS without a name; PASSKEY_NOT_ADDED when the answer is not to a challenge of this browser and
 * account, comes from another site, proves no person, or names a passkey that is known; PASSKEY_LIMIT.
 */
export async function addPasskey(
  given: { name: string; credential: PasskeyRegistration },
  own: Own,
): Promise<OwnPasskey> {
  const name = nameFrom(given.name);
  const accountId = own.account.id;
  await inTransaction((tx) => checkFreshProof(tx, own.session.idHash));
  const asked = { purpose: 'Add' as const, visitId: own.visitId, accountId };
  const spent = await spendChallenge(challengeOf(given.credential.response.clientDataJSON), asked);
  const credential = spent && (await verifyNew(given.credential, spent.challenge));
  const userHandle = spent?.userHandle;
  if (!credential || !userHandle) return refuse('PASSKEY_NOT_ADDED');
  return await inTransaction(async (tx) => {
    await lockedPhoneOf(tx, accountId);
    const known = await passkeysOf(tx, accountId);
    if (known.length >= tries.passkeys.takes) refuse('PASSKEY_LIMIT', { limit: tries.passkeys.takes });
    const added = await insertPasskey(tx, { accountId, userHandle, name }, credential);
    if (!added) return refuse('PASSKEY_NOT_ADDED');
    await tellOwner(tx, 'passkeyAdded', accountId);
    return added;
  });
}

/** Renames a passkey of the account. @throws Refusal REAUTH; FIELDS without a name; NOT_FOUND when it is not the account's (T8). */
export async function renamePasskey(id: string, typed: string, own: Own): Promise<OwnPasskey> {
  const name = nameFrom(typed);
  return await inTransaction(async (tx) => {
    await checkFreshProof(tx, own.session.idHash);
    return (await namePasskey(tx, { accountId: own.account.id, id }, name)) ?? refuse('NOT_FOUND');
  });
}

/** Removes a passkey of the account; the owner is told by phone and mail. @throws Refusal REAUTH; NOT_FOUND as above. */
export async function removePasskey(id: string, own: Own): Promise<void> {
  await inTransaction(async (tx) => {
    await checkFreshProof(tx, own.session.idHash);
    if (!(await deletePasskey(tx, { accountId: own.account.id, id }))) refuse('NOT_FOUND');
    await tellOwner(tx, 'passkeyRemoved', own.account.id);
  });
}

function nameFrom(typed: string): string {
  const name = tidyText(typed);
  return name === '' ? refuseFields({ name: 'REQUIRED_FIELD' }) : name;
}
