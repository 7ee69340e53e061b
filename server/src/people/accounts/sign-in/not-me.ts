import { chinaDateOf } from '@exam/contract/rules';
import { sql } from 'kysely';
import type { Language } from '@exam/contract/messages';
import { readNowAlone } from '#platform/clock';
import { inTransaction, reading, type Tx } from '#platform/database';
import { refuse, refuseFields } from '#platform/errors';
import { takeLimit } from '#platform/limits';
import { acceptsTerms, type Agreed, keepAccountConsents, missingConsents } from '../register/account-consents.ts';
import { readBirthDate } from '../register/birth-date.ts';
import { endClaim } from '../contacts/claims.ts';
import { forgetDevicesOf } from './devices.ts';
import { enter, type Entered } from './enter.ts';
import { termsVersion } from '../register/terms.ts';
import type { SecondFactorCaller } from './second-factor.ts';
import { tellSecurity } from '../security-events.ts';
import { endSessionsOf } from '../session.ts';
import { accountById, createAccount, lockAccount, openContacts, type AccountRow } from '../store.ts';
import { accountOfTicket, endTicketsOf, spendTicket } from '../tickets.ts';

/** What the new holder of a number says of themselves on the wire. */
export type Newcomer = Agreed & { dateOfBirth?: string | null | undefined };

/**
 * "This is not me" (S-19): the number leaves the account that has it and begins an empty one, signed in on a trusted device, for
 * the phone has just been proved. Sessions and devices of the old account end; its owner, who still has the e-mail address and the
 * password, is told there.
 * @throws Refusal SIGN_IN_OVER without a ticket of the last ten minutes; UNDER_AGE, TERMS_NOT_ACCEPTED, CONSENT_INCOMPLETE, CONSENT_OUTDATED, FIELDS; RATE_LIMITED.
 */
export async function beginAnew(
  given: Newcomer,
  caller: SecondFactorCaller & { language: Language },
): Promise<Entered> {
  const dateOfBirth = await checkNewcomer(given);
  await takeLimit('register.ip', caller.origin.ip);
  const held = (await reading((tx) => accountOfTicket(tx, caller.ticket, 'possession'))) ?? refuse('SIGN_IN_OVER');
  return await inTransaction(async (tx) => {
    await spendTicket(tx, caller.ticket);
    const { phone } = openContacts(await lockAccount(tx, held.id));
    if (phone === null) return refuse('SIGN_IN_OVER');
    await releaseNumber(tx, held.id);
    const accountId = await createAccount(tx, {
      phone,
      passwordHash: null,
      dateOfBirth,
      language: caller.language,
      termsVersion: acceptsTerms(given) ? termsVersion : null,
    });
    const account = await accountById(tx, accountId ?? refuse('ACCOUNT_EXISTS'));
    await keepAccountConsents(tx, account.id, { ...caller, consents: given.consents });
    return await enter(tx, account, { ...caller, isDeviceTrusted: true, isNewcomer: true });
  });
}

async function checkNewcomer({ dateOfBirth, ...agreed }: Newcomer): Promise<string | null> {
  const missing = missingConsents(agreed);
  const [code] = Object.values(missing);
  if (code !== undefined) refuse(code, undefined, missing);
  if (!dateOfBirth) return null;
  const read = readBirthDate(dateOfBirth, chinaDateOf(await readNowAlone()));
  if (read.ok) return read.dateOfBirth;
  if (read.code === 'UNDER_AGE') return refuse('UNDER_AGE', undefined, { dateOfBirth: 'UNDER_AGE' });
  return refuseFields({ dateOfBirth: read.code });
}

/** Takes the number from an account; from now on its messages go to its e-mail address. */
async function releaseNumber(tx: Tx, accountId: string): Promise<void> {
  await sql`update account set phone_key = null, phone_sealed = null, is_phone_receiving = false,
    is_email_receiving = true, password_hash = case when is_password_by_phone then null else password_hash end where id = ${accountId}`.execute(
    tx,
  );
  await endClaim(tx, accountId, 'NotMe');
  await endSessionsOf(tx, accountId);
  await endTicketsOf(tx, accountId);
  await forgetDevicesOf(tx, accountId);
  const released: AccountRow = await accountById(tx, accountId);
  await tellSecurity(tx, 'numberReleased', [released]);
}
