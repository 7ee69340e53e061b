import { api, queryClient } from '../../app/api.ts';
import { deviceOf } from '@exam/ui/app';
import { accountKey } from './user-changed.ts';
import type { WithProof } from './proving.tsx';

/** Where the passkeys of the account are remembered. */
export const passkeysKey = [...accountKey, 'passkeys'];

/** Whether this browser can make passkeys at all. */
export function canMakePasskeys(): boolean {
  return typeof window.PublicKeyCredential === 'function';
}

/** What a new passkey is called until its owner says otherwise: browser and system, by their own names. */
function nameOfThisDevice(): string {
  const { browser, system } = deviceOf(navigator.userAgent);
  return [browser, system].filter((part) => part !== null).join(', ') || 'Passkey';
}

/** How adding ended: `cancelled` by the person or their device, `existing` when the device has one already. */
export type Adding = 'added' | 'cancelled' | 'existing';

/**
 * Has the device make a passkey and adds it to the account, after a fresh proof of identity.
 * @throws CallError for what the server refuses; the person has been told.
 */
export async function addPasskey(withProof: WithProof): Promise<Adding> {
  const optionsJSON = await withProof(() => api('user.startPasskey', { body: {} }, { isQuiet: true }));
  if (optionsJSON === null) return 'cancelled';
  const { startRegistration, WebAuthnError } = await import('@simplewebauthn/browser');
  try {
    const credential = await startRegistration({ optionsJSON });
    const body = { name: nameOfThisDevice(), credential };
    const added = await withProof(() => api('user.addPasskey', { body }, { isQuiet: true }));
    await queryClient.invalidateQueries({ queryKey: accountKey });
    return added === null ? 'cancelled' : 'added';
  } catch (error) {
    if (error instanceof WebAuthnError) {
      return error.code === 'ERROR_AUTHENTICATOR_PREVIOUSLY_REGISTERED' ? 'existing' : 'cancelled';
    }
    // The browser's own dialog was closed, or its time ran out.
    if (error instanceof DOMException) return 'cancelled';
    throw error;
  }
}
