import { millisecondsBetween } from '@exam/contract/rules';
import { sql } from 'kysely';
import { Secret, TOTP } from 'otpauth';
import { readNow } from '#platform/clock';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { seal, unseal } from '#platform/vault';

const period = 30;
/** A code of the step before and after passes too: clocks of phones differ (RFC 6238, 5.2). */
const tolerance = 1;

function authenticator(secret: string, email: string): TOTP {
  return new TOTP({ issuer: 'Examport', label: email, digits: 6, period, secret: Secret.fromBase32(secret) });
}

/** A new secret of 160 bits for an authenticator, in base32. */
export function newTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The address that an authenticator reads from a QR code. */
export function otpauthUrl(secret: string, email: string): string {
  return authenticator(secret, email).toString();
}

export function sealTotp(secret: string, staffId: string): Buffer {
  return seal(secret, { table: 'staff_account', row: staffId, column: 'totp' });
}

export function openTotp(sealed: Buffer, staffId: string): string {
  return unseal(sealed, { table: 'staff_account', row: staffId, column: 'totp' });
}

type Given = { staffId: string; secret: string; code: string };

/** The step of 30 seconds whose code this is: of now by the database's clock, one early or one late; null when it is none of them. */
async function stepOf(tx: Tx, { secret, code }: Given): Promise<number | null> {
  const timestamp = millisecondsBetween('1970-01-01T00:00:00.000Z', await readNow(tx));
  const token = code.replace(/\s/g, '');
  if (!/^\d{6}$/.test(token)) return null;
  const delta = authenticator(secret, '').validate({ token, timestamp, window: tolerance });
  return delta === null ? null : Math.floor(timestamp / 1000 / period) + delta;
}

/** Whether a code of a person's authenticator would be taken now; it is not used up. */
export async function isTotpRight(tx: Tx, given: Given): Promise<boolean> {
  const step = await stepOf(tx, given);
  if (step === null) return false;
  const used = tx.selectFrom('staff_code_used').select('step').where('staff_id', '=', given.staffId);
  return (await used.where('step', '=', step).executeTakeFirst()) === undefined;
}

/**
 * Uses up a code of a person's authenticator: right for this moment, and never given before.
 * @throws Refusal CODE_WRONG.
 */
export async function spendTotp(tx: Tx, given: Given): Promise<void> {
  const step = await stepOf(tx, given);
  if (step === null || !(await isFirstUse(tx, given.staffId, step)))
    refuse('CODE_WRONG', undefined, { code: 'CODE_WRONG' });
}

/** Steps far from now can give no code any more and are forgotten. */
async function isFirstUse(tx: Tx, staffId: string, step: number): Promise<boolean> {
  await sql`delete from staff_code_used where staff_id = ${staffId} and abs(step - ${step}) > ${4 * tolerance}`.execute(
    tx,
  );
  const { rows } = await sql`
    insert into staff_code_used (staff_id, step) values (${staffId}, ${step}) on conflict do nothing returning step`.execute(
    tx,
  );
  return rows.length > 0;
}
