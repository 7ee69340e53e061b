import type { CurrentUser, LoginResult } from '@exam/contract/entities';
import { maskEmail, maskPhone } from '@exam/contract/rules';
import { csrfTokenOf } from '#platform/vault';
import type { Waiting } from './sign-in/enter.ts';
import { birthDateOf, openContacts, type AccountRow } from './store.ts';

/** The signed-in person: number and address masked, `token` the session's anti-forgery value (S-2). */
export function presentUser(account: AccountRow, csrfToken: string): CurrentUser {
  const { phone, email } = openContacts(account);
  return {
    id: account.id,
    phoneNumber: phone === null ? '' : maskPhone(phone),
    email: email === null ? '' : maskEmail(email),
    dateOfBirth: birthDateOf(account),
    isTermsAccepted: account.terms_version !== null,
    promoteStatus: account.is_promotion_allowed,
    phoneReceivingStatus: account.is_phone_receiving,
    emailReceivingStatus: account.is_email_receiving,
    sendMessageLanguageType: account.message_language,
    token: csrfToken,
  };
}

/** What a sign-in answers that has a step to go: nobody is signed in, and nothing of the account is told but where a code goes. */
export function presentWaiting(waiting: Waiting): LoginResult {
  return {
    isAuthorized: false,
    isMfaRequire: 'secondFactor' in waiting,
    token: null,
    tokenType: 'X-CSRF-Token',
    expires: waiting.expiresAt,
    data: null,
    secondFactor: 'secondFactor' in waiting ? waiting.secondFactor : null,
    possession: 'possession' in waiting ? waiting.possession : null,
  };
}

/** What a sign-in or registration answers: the cookie itself is never in a body (T5). */
export function presentSignIn(account: AccountRow, session: { token: string; expiresAt: string }): LoginResult {
  const token = csrfTokenOf(session.token);
  return {
    isAuthorized: true,
    isMfaRequire: false,
    token,
    tokenType: 'X-CSRF-Token',
    expires: session.expiresAt,
    data: presentUser(account, token),
    secondFactor: null,
    possession: null,
  };
}
