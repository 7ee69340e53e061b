import type { LoginResult, PasskeyAssertion, PasskeyRequestOptions } from '@exam/contract/entities';
import { signInAs, type Arriving } from '#people/accounts';
import { inTransaction } from '#platform/database';
import { refuse } from '#platform/errors';
import { takeLimit } from '#platform/limits';
import { isSameSecret } from '#platform/vault';
import { issueChallenge, spendChallenge } from './challenges.ts';
import { lockByCredential, noteUse } from './store.ts';
import { challengeOf, requestOptions, verifyUse } from './webauthn.ts';

type Caller = Arriving & { visitId: string };

/** What the browser's `get` takes, the same for everybody. @throws Refusal RATE_LIMITED */
export async function passkeyChallenge({
  visitId,
  ip,
}: {
  visitId: string;
  ip: string;
}): Promise<PasskeyRequestOptions> {
  await takeLimit('passkeyChallenge.ip', ip);
  return requestOptions(await inTransaction((tx) => issueChallenge(tx, visitId, { purpose: 'SignIn' })));
}

/**
 * Signs in by a passkey alone: the device is one factor, what unlocks it the other. Always a new
 * session; the one the browser had ends (T5). The device is noted, and the owner told of a new one; none is trusted for it.
 * @throws Refusal PASSKEY_FAILED, the same for an unknown passkey, a closed account, a spent or foreign challenge, another
 * site's answer, a wrong signature, and a count that went back; RATE_LIMITED.
 */
export async function signInByPasskey(
  given: PasskeyAssertion,
  caller: Caller,
): Promise<{ token: string; deviceToken: string; reply: LoginResult }> {
  await takeLimit('signIn.ip', caller.origin.ip);
  const asked = { purpose: 'SignIn' as const, visitId: caller.visitId, accountId: null };
  const spent = await spendChallenge(challengeOf(given.response.clientDataJSON), asked);
  if (!spent) return refuse('PASSKEY_FAILED');
  return await inTransaction(async (tx) => {
    const known = await lockByCredential(tx, Buffer.from(given.id, 'base64url'));
    if (!known || !isHandle(given.response.userHandle, known.user_handle)) return refuse('PASSKEY_FAILED');
    const { credential_id: id, public_key: publicKey, transports } = known;
    const use = await verifyUse(given, spent.challenge, { id, publicKey, transports, counter: Number(known.counter) });
    if (!use) return refuse('PASSKEY_FAILED');
    await noteUse(tx, known.id, use);
    return (await signInAs(tx, known.account_id, caller)) ?? refuse('PASSKEY_FAILED');
  });
}

/** A passkey that the device found by itself names the account's handle; where it does, it has to be the right one. */
function isHandle(given: string | null | undefined, handle: Buffer): boolean {
  return typeof given !== 'string' || given === '' || isSameSecret(Buffer.from(given, 'base64url'), handle);
}
