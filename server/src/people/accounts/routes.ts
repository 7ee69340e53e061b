import type { IncomingHttpHeaders } from 'node:http';
import { userCalls, verificationCalls } from '@exam/contract/calls';
import { inTransaction, reading } from '#platform/database';
import type { CallContext, Handlers } from '#platform/http';
import { lifetimes } from '#platform/limits/table';
import { csrfTokenOf } from '#platform/vault';
import { changeAccount } from './change-account.ts';
import { changePassword } from './password/change-password.ts';
import { forgetDevice, listDevices } from './sign-in/devices.ts';
import type { Arrived } from './sign-in/enter.ts';
import { endOtherSessions, endOwnSession, listSessions } from './list-sessions.ts';
import { beginAnew } from './sign-in/not-me.ts';
import { provePossession } from './sign-in/possession.ts';
import { presentSignIn, presentUser, presentWaiting } from './present.ts';
import { proveIdentity } from './sign-in/prove-identity.ts';
import { register } from './register/register.ts';
import { resetPassword } from './password/reset-password.ts';
import { saveInformation } from './save-information.ts';
import { sendCodeToEmail, sendCodeToPhone } from './sign-in/send-code.ts';
import { signInSecondFactor } from './sign-in/second-factor.ts';
import { endSession, type Origin } from './session.ts';
import { signIn } from './sign-in/sign-in.ts';
import { accountById, type AccountRow } from './store.ts';

const users: Handlers<typeof userCalls> = {
  'user.register': async (call) => {
    return answerArrived(call, await register(call.body, arrivingOf(call)));
  },
  'user.signIn': async (call) => {
    return answerArrived(call, await signIn(call.body, arrivingOf(call)));
  },
  'user.signInSecondFactor': async (call) => answerArrived(call, await signInSecondFactor(call.body, arrivingOf(call))),
  'user.provePossession': async (call) => answerArrived(call, await provePossession(call.body, arrivingOf(call))),
  'user.notMe': async (call) => answerArrived(call, await beginAnew(call.body, arrivingOf(call))),
  'user.resetPassword': async (call) => {
    await resetPassword(call.body, call);
    if (call.session) await signOut(call);
  },
  'user.current': ({ account, session }) =>
    account && session
      ? reading(async (tx) => presentUser(await accountById(tx, account.id), session.csrfToken))
      : null,
  'user.signOut': async (call) => {
    if (isFromOurPage(call.headers)) await signOut(call);
  },
  'user.signOutByPost': (call) => signOut(call),
  'user.saveOtherInformation': async ({ account, session, body }) =>
    presentUser(await saveInformation(body, account.id), session.csrfToken),
  'user.proveIdentity': async (call) => answerRenewed(call, await proveIdentity(call.body, call)),
  'user.changeAccount': async (call) => answerRenewed(call, await changeAccount(call.body, call)),
  'user.changePassword': async (call) => answerRenewed(call, await changePassword(call.body, call)),
  'user.sessions': ({ account, session }) =>
    reading((tx) => listSessions(tx, { accountId: account.id, idHash: session.idHash })),
  'user.endSession': async (call) => {
    const { account, session, params } = call;
    const which = { accountId: account.id, idHash: session.idHash, id: params.id };
    if (await inTransaction((tx) => endOwnSession(tx, which))) call.setSession(null);
  },
  'user.endOtherSessions': ({ account, session }) =>
    inTransaction((tx) => endOtherSessions(tx, account.id, session.idHash)),
  'user.devices': ({ account, session }) =>
    reading((tx) => listDevices(tx, { accountId: account.id, idHash: session.idHash })),
  'user.forgetDevice': async (call) => {
    const { account, session, params } = call;
    const which = { accountId: account.id, idHash: session.idHash, id: params.id };
    if (!(await inTransaction((tx) => forgetDevice(tx, which)))) return;
    call.setSession(null);
    call.setToken('device', null);
  },
  'user.isEmailBound': ({ account }) =>
    reading(async (tx) => ({ isBound: (await accountById(tx, account.id)).email_key !== null })),
};

const verification: Handlers<typeof verificationCalls> = {
  'verification.sendToPhone': (call) => sendCodeToPhone(call.body, call),
  'verification.sendToEmail': (call) => sendCodeToEmail(call.body, call),
};

/** The calls of this domain. */
export const routes = [
  { calls: userCalls, handlers: users },
  { calls: verificationCalls, handlers: verification },
];

function originOf({ ip, headers }: { ip: string; headers: IncomingHttpHeaders }): Origin {
  return { ip, userAgent: (headers['user-agent'] ?? '').slice(0, 300) };
}

/** What signing in needs to know of the browser. */
function arrivingOf<Call extends { ip: string; headers: IncomingHttpHeaders }>(call: Call): Call & { origin: Origin } {
  return Object.assign(call, { origin: originOf(call) });
}

/** The cookies of somebody who is signed in, or of a sign-in that has a step to go, and what it answers. */
function answerArrived({ setSession, setToken }: Pick<CallContext, 'setSession' | 'setToken'>, arrived: Arrived) {
  if ('ticket' in arrived) {
    setToken('ticket', { value: arrived.ticket, seconds: lifetimes.ticket.seconds });
    return presentWaiting(arrived);
  }
  setSession(arrived.session.token);
  setToken('device', { value: arrived.deviceToken, seconds: lifetimes.knownDevice.seconds });
  setToken('ticket', null);
  return presentSignIn(arrived.account, arrived.session);
}

/** The person, with the cookie and the anti-forgery value of a session whose id has changed. */
function answerRenewed(
  { setSession }: Pick<CallContext, 'setSession'>,
  { account, session }: { account: AccountRow; session: { token: string } },
) {
  setSession(session.token);
  return presentUser(account, csrfTokenOf(session.token));
}

async function signOut(
  call: Pick<CallContext<(typeof userCalls)['user.signOut']>, 'session' | 'setSession'>,
): Promise<void> {
  if (!call.session) return;
  await endCurrent(call.session.idHash);
  call.setSession(null);
}

function endCurrent(idHash: Buffer): Promise<void> {
  return inTransaction((tx) => endSession(tx, idHash));
}

/** A prefetch or an image of another site must not sign anybody out: neither can send a header of its own. A program sends its token. */
function isFromOurPage(headers: IncomingHttpHeaders): boolean {
  const site = headers['sec-fetch-site'];
  const isProgram = site === undefined && headers['x-csrf-token'] !== undefined;
  return site === 'same-origin' || headers['x-requested-with'] !== undefined || isProgram;
}
