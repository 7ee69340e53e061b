import * as z from 'zod/mini';
import { id, instant, text } from './scalars.ts';

/** A passkey as its owner sees it. `isSynced`: it is kept with the person's other devices, not on one alone. */
export const ownPasskey = z.object({
  id,
  name: text(40),
  createdAt: instant,
  lastUsedAt: z.nullable(instant),
  isSynced: z.boolean(),
});
export type OwnPasskey = z.output<typeof ownPasskey>;

/** Bytes as WebAuthn writes them in JSON. */
const base64url = (max: number) => z.string().check(z.maxLength(max), z.regex(/^[\w-]*$/));
const credentialId = base64url(1400);
const transports = z.array(text(20)).check(z.maxLength(10));
const credentialName = z.object({
  id: credentialId,
  type: z.literal('public-key'),
  transports: z.optional(transports),
});

/** `PublicKeyCredentialCreationOptionsJSON` of WebAuthn: what the browser's `create` takes. */
export const passkeyCreationOptions = z.object({
  rp: z.object({ id: text(253), name: text(60) }),
  user: z.object({ id: base64url(100), name: text(100), displayName: text(100) }),
  challenge: base64url(100),
  pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
  timeout: z.int(),
  excludeCredentials: z.array(credentialName),
  authenticatorSelection: z.object({
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  attestation: z.literal('none'),
  extensions: z.object({ credProps: z.literal(true) }),
});
export type PasskeyCreationOptions = z.output<typeof passkeyCreationOptions>;

/** `PublicKeyCredentialRequestOptionsJSON` of WebAuthn: what the browser's `get` takes. It names no account and no passkey. */
export const passkeyRequestOptions = z.object({
  rpId: text(253),
  challenge: base64url(100),
  timeout: z.int(),
  userVerification: z.literal('required'),
});
export type PasskeyRequestOptions = z.output<typeof passkeyRequestOptions>;

// Browsers add members of their own to what they answer, so unknown ones are dropped here instead of refused.
const answer = { id: credentialId, rawId: credentialId, type: z.literal('public-key') };

/** `RegistrationResponseJSON` of WebAuthn: `credential.toJSON()` after `create`. */
export const passkeyRegistration = z.object({
  ...answer,
  response: z.object({
    clientDataJSON: base64url(4000),
    attestationObject: base64url(20_000),
    transports: z.optional(transports),
  }),
});
export type PasskeyRegistration = z.output<typeof passkeyRegistration>;

/** `AuthenticationResponseJSON` of WebAuthn: `credential.toJSON()` after `get`. */
export const passkeyAssertion = z.object({
  ...answer,
  response: z.object({
    clientDataJSON: base64url(4000),
    authenticatorData: base64url(4000),
    signature: base64url(4000),
    userHandle: z.nullish(base64url(100)),
  }),
});
export type PasskeyAssertion = z.output<typeof passkeyAssertion>;

export const closingBlockerKinds = ['UnpaidOrder', 'UpcomingExam', 'OpenRefund', 'OpenBooking'] as const;

/** What is in the way of closing an account, and how many of it. */
export const closingBlocker = z.object({ kind: z.enum(closingBlockerKinds), count: z.int() });
export type ClosingBlocker = z.output<typeof closingBlocker>;
