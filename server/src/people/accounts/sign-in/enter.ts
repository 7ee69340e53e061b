import type { PossessionWay, SecondFactor } from '@exam/contract/entities';
import { maskEmail, maskPhone } from '@exam/contract/rules';
import { sql } from 'kysely';
import type { Tx } from '#platform/database';
import { knownDevice, noteDevice } from './devices.ts';
import { openClaim, useLetIn, waysOf } from '../contacts/claims.ts';
import { tellSecurity } from '../security-events.ts';
import { beginSession, endSession, type Origin } from '../session.ts';
import { openContacts, type AccountRow } from '../store.ts';
import { issueTicket } from '../tickets.ts';

/** The browser that signs in. */
export type Arriving = {
  origin: Origin;
  /** The session it had; it ends (T5). */
  session: { idHash: Buffer } | null;
  deviceToken: string | null;
};

/** Somebody is signed in: values for the cookies of session and device. */
export type Entered = { account: AccountRow; session: { token: string; expiresAt: string }; deviceToken: string };

/** A sign-in has a step to go: the value for the cookie, and what the person has to do. */
export type Waiting = { ticket: string; expiresAt: string } & (
  | { secondFactor: SecondFactor }
  | { possession: { ways: PossessionWay[] } }
);

export type Arrived = Entered | Waiting;

/**
 * Begins the session of somebody who has proved all that is asked for; the one the browser had ends (T5). On a device that the
 * account did not know its owner is told by phone and mail, unless the account is new.
 */
export async function enter(
  tx: Tx,
  account: AccountRow,
  caller: Arriving & { isDeviceTrusted?: boolean | undefined; isNewcomer?: boolean },
): Promise<Entered> {
  const { origin, deviceToken: token, isDeviceTrusted = false, isNewcomer = false } = caller;
  const accountId = account.id;
  const isKnown = (await knownDevice(tx, { accountId, token })) !== null;
  const device = await noteDevice(tx, { accountId, token, origin, isTrusted: isDeviceTrusted });
  if (caller.session) await endSession(tx, caller.session.idHash);
  const session = await beginSession(tx, { accountId, origin, deviceId: device.id });
  if (!isKnown && !isNewcomer) await tellSecurity(tx, 'newDevice', [account]);
  return { account, session, deviceToken: device.token };
}

/** Asks for the second factor: a code to the phone; to the e-mail address where the account has no phone. */
export async function askSecondFactor(tx: Tx, account: AccountRow): Promise<Waiting> {
  const { phone, email } = openContacts(account);
  const secondFactor: SecondFactor =
    phone === null ? { means: 'email', target: maskEmail(email ?? '') } : { means: 'phone', target: maskPhone(phone) };
  return { ...(await issueTicket(tx, { accountId: account.id, step: 'secondFactor' })), secondFactor };
}

/** Asks for a proof that the account is one's own; nothing of it is shown before (S-19). */
export async function askPossession(tx: Tx, account: AccountRow): Promise<Waiting> {
  const claim = await openClaim(tx, account);
  const ticket = await issueTicket(tx, { accountId: account.id, step: 'possession' });
  return { ...ticket, possession: { ways: waysOf(account, claim) } };
}

/**
 * Whether somebody who proved the phone, and nothing that a new holder of the number would not have, is about to enter the account
 * of a person with candidates on a device that it does not know (S-19). Not once after staff have found that they are the owner.
 */
export async function isStranger(tx: Tx, account: AccountRow, deviceToken: string | null): Promise<boolean> {
  const device = await knownDevice(tx, { accountId: account.id, token: deviceToken });
  return device === null && (await hasCandidates(tx, account.id)) && !(await useLetIn(tx, account.id));
}

/** Whether an account saved a candidate, ever: then it holds what a stranger must not see (S-19). */
async function hasCandidates(tx: Tx, accountId: string): Promise<boolean> {
  const { rows } = await sql`select from saving_account where account_id = ${accountId} limit 1`.execute(tx);
  return rows.length > 0;
}
