import * as z from 'zod/mini';
import {
  closingBlocker,
  id,
  loginResult,
  ownPasskey,
  passkeyAssertion,
  passkeyCreationOptions,
  passkeyRegistration,
  passkeyRequestOptions,
  text,
} from '../entities/index.ts';
import { defineCalls } from './call.ts';

const nothing = z.nullish(z.strictObject({}));
const name = text(40);

/**
 * Passkeys (WebAuthn): kept on the person's device, unlocked there by finger, face or PIN. Signing in by one counts as both
 * factors. Adding, renaming and removing need a fresh proof of identity: 403 REAUTH without it.
 */
export const passkeyCalls = defineCalls({
  'user.passkeys': { who: 'candidate', reply: z.array(ownPasskey), isExtension: true },
  /** Give the answer to the browser's `create`; its challenge is good for one `addPasskey` from this browser within 5 minutes. */
  'user.startPasskey': {
    who: 'candidate',
    body: nothing,
    reply: passkeyCreationOptions,
    isExtension: true,
  },
  'user.addPasskey': {
    who: 'candidate',
    body: z.strictObject({ name, credential: passkeyRegistration }),
    reply: ownPasskey,
    isExtension: true,
  },
  'user.renamePasskey': {
    who: 'candidate',
    params: z.object({ id }),
    body: z.strictObject({ name }),
    reply: ownPasskey,
    isExtension: true,
  },
  'user.removePasskey': {
    who: 'candidate',
    params: z.object({ id }),
    body: nothing,
    reply: null,
    isExtension: true,
  },
  /** Give the answer to the browser's `get`; its challenge is good for one `signInByPasskey` from this browser within 5 minutes. */
  'user.passkeyChallenge': {
    who: 'visitor',
    body: nothing,
    reply: passkeyRequestOptions,
    isExtension: true,
  },
  'user.signInByPasskey': {
    who: 'visitor',
    body: z.strictObject({ credential: passkeyAssertion }),
    reply: loginResult,
    isExtension: true,
  },
});

/** Closing the account for good. */
export const closingCalls = defineCalls({
  'user.closingBlockers': {
    who: 'candidate',
    reply: z.object({ isClosable: z.boolean(), blockers: z.array(closingBlocker) }),
    isExtension: true,
  },
  /**
   * Needs a fresh proof of identity (403 REAUTH); 412 ACCOUNT_NOT_CLOSABLE with `details.blockers` while something is in
   * the way. Ends every session.
   */
  'user.closeAccount': { who: 'candidate', body: nothing, reply: null, isExtension: true },
});
