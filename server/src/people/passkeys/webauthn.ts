import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from '@exam/contract/entities';
import type { AuthenticationResponseJSON } from '@simplewebauthn/server';
import { lifetimes } from '#platform/limits/table';
import { settings } from '#platform/settings';

/** A passkey as the library knows it. */
export type Credential = { id: Buffer; publicKey: Buffer; counter: number; transports: string[] };

/** The library takes most of a second to load, and most visitors need none of it. */
const library = () => import('@simplewebauthn/server');

const milliseconds = lifetimes.passkeyChallenge.seconds * 1000;

/** EdDSA, ES256 and RS256: what browsers and devices have. */
const algorithms = [-8, -7, -257];

/** Passkeys belong to the address people type, never to one of a request. */
function site(): { id: string; origin: string } {
  const { hostname, origin } = new URL(settings().publicUrl);
  return { id: hostname, origin };
}

/** What the browser's `create` takes: a passkey that the device can find by itself and unlocks by finger, face or PIN. */
export function creationOptions(
  challenge: Buffer,
  { userHandle, userName, siteName }: { userHandle: Buffer; userName: string; siteName: string },
  known: readonly { id: Buffer; transports: string[] }[],
): PasskeyCreationOptions {
  return {
    rp: { id: site().id, name: siteName },
    user: { id: userHandle.toString('base64url'), name: userName, displayName: userName },
    challenge: challenge.toString('base64url'),
    pubKeyCredParams: algorithms.map((alg) => ({ alg, type: 'public-key' })),
    timeout: milliseconds,
    excludeCredentials: known.map(({ id, transports }) => ({
      id: id.toString('base64url'),
      type: 'public-key',
      transports,
    })),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
    attestation: 'none',
    extensions: { credProps: true },
  };
}

/** What the browser's `get` takes. It names no passkey: whether an account has one cannot be asked. */
export function requestOptions(challenge: Buffer): PasskeyRequestOptions {
  return {
    rpId: site().id,
    challenge: challenge.toString('base64url'),
    timeout: milliseconds,
    userVerification: 'required',
  };
}

/** The challenge that an answer claims to answer; null when it cannot be read. */
export function challengeOf(clientDataJSON: string): Buffer | null {
  try {
    const data: unknown = JSON.parse(Buffer.from(clientDataJSON, 'base64url').toString('utf8'));
    if (typeof data !== 'object' || data === null || !('challenge' in data)) return null;
    return typeof data.challenge === 'string' ? Buffer.from(data.challenge, 'base64url') : null;
  } catch {
    return null;
  }
}

/**
 * Checks a new passkey: our challenge, our origin and site, a person who was present and proved it to the device.
 * @returns null when any of it is wrong.
 */
export async function verifyNew(
  given: PasskeyRegistration,
  challenge: Buffer,
): Promise<(Credential & { isSynced: boolean }) | null> {
  const { verifyRegistrationResponse } = await library();
  const { id: expectedRPID, origin: expectedOrigin } = site();
  const { transports, ...response } = given.response;
  const verified = await orNull(
    verifyRegistrationResponse({
      response: { ...given, response, clientExtensionResults: {} },
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
      supportedAlgorithmIDs: algorithms,
    }),
  );
  if (!verified?.verified) return null;
  const { credential, credentialBackedUp } = verified.registrationInfo;
  return {
    id: Buffer.from(credential.id, 'base64url'),
    publicKey: Buffer.from(credential.publicKey),
    counter: credential.counter,
    transports: transports ?? [],
    isSynced: credentialBackedUp,
  };
}

/**
 * Checks a use of a known passkey as `verifyNew` does, its signature, and that the device's count has not gone back (a copy).
 * @returns the new count; null when any of it is wrong.
 */
export async function verifyUse(
  given: PasskeyAssertion,
  challenge: Buffer,
  known: Credential,
): Promise<{ counter: number; isSynced: boolean } | null> {
  const { verifyAuthenticationResponse } = await library();
  const { id: expectedRPID, origin: expectedOrigin } = site();
  const { userHandle, ...signed } = given.response;
  const response: AuthenticationResponseJSON = {
    ...given,
    response: { ...signed, ...(typeof userHandle === 'string' && { userHandle }) },
    clientExtensionResults: {},
  };
  const verified = await orNull(
    verifyAuthenticationResponse({
      response,
      expectedChallenge: challenge.toString('base64url'),
      expectedOrigin,
      expectedRPID,
      requireUserVerification: true,
      credential: {
        id: known.id.toString('base64url'),
        publicKey: new Uint8Array(known.publicKey),
        counter: known.counter,
        transports: known.transports,
      },
    }),
  );
  if (!verified?.verified) return null;
  const { newCounter, credentialBackedUp } = verified.authenticationInfo;
  return { counter: newCounter, isSynced: credentialBackedUp };
}

/** The library throws for whatever is wrong with an answer; its messages quote it. */
async function orNull<Result>(verifying: Promise<Result>): Promise<Result | null> {
  return await verifying.catch(() => null);
}
