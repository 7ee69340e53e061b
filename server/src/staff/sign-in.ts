import { checkPassword } from '@exam/contract/rules';
import { audit } from '#audit';
import { inTransaction, reading, type Tx } from '#platform/database';
import { refuse, refuseFields } from '#platform/errors';
import { clearLimit, takeLimit } from '#platform/limits';
import { hashPassword, isPasswordRight } from '#platform/vault';
import { beginStaffSession, endSession, endSessionsOf, type Origin, renewSession } from './session.ts';
import { normaliseEmail, type StaffRow } from './store.ts';
import { openTotp, spendTotp } from './totp.ts';

type SignIn = { email: string; password: string; code?: string | null | undefined };
type Caller = { origin: Origin; session: { idHash: Buffer } | null };
type Own = { staff: { id: string }; session: { idHash: Buffer } };

/**
 * Signs in by password and code, always both. Always a new session; the one the browser had ends (T5).
 * @returns the cookie's value; null when the password is right and the code is still to be given.
 * @throws Refusal SIGN_IN_FAILED for a wrong password, an unknown address, an invited or a locked person alike; CODE_WRONG;
 * RATE_LIMITED.
 */
export async function signIn(given: SignIn, caller: Caller): Promise<{ staff: StaffRow; token: string } | null> {
  const email = normaliseEmail(given.email);
  await takeLimit('staffSignIn.ip', caller.origin.ip);
  await takeLimit('staffSignIn.account', email);
  const staff = await reading((tx) =>
    tx
      .selectFrom('staff_account')
      .selectAll()
      .where('email', '=', email)
      .where('status', '=', 'Active')
      .executeTakeFirst(),
  );
  const isRight = await isPasswordRight(given.password, staff?.password_hash ?? null);
  if (!staff || !isRight) return refuse('SIGN_IN_FAILED');
  const { code } = given;
  if (code === undefined || code === null || code.trim() === '') return null;
  const token = await inTransaction(async (tx) => {
    await checkStillActive(tx, staff.id);
    await spendTotp(tx, authenticatorOf(staff), code);
    if (caller.session) await endSession(tx, caller.session.idHash);
    return await beginStaffSession(tx, staff.id, caller.origin);
  });
  await clearLimit('staffSignIn.account', email);
  return { staff, token };
}

/** Somebody locked while their password was compared begins no session. */
async function checkStillActive(tx: Tx, staffId: string): Promise<void> {
  const active = await tx
    .selectFrom('staff_account')
    .select('id')
    .where('id', '=', staffId)
    .where('status', '=', 'Active')
    .forUpdate()
    .executeTakeFirst();
  if (!active) refuse('SIGN_IN_FAILED');
}

function authenticatorOf(staff: Pick<StaffRow, 'id' | 'totp_sealed'>): { staffId: string; secret: string } {
  if (!staff.totp_sealed) throw new Error('An active member of staff has no authenticator.');
  return { staffId: staff.id, secret: openTotp(staff.totp_sealed, staff.id) };
}

/**
 * Proves anew who is signed in, by a code; tries are counted by person, across sessions. The session's id is a new one.
 * @returns the cookie's new value.
 * @throws Refusal CODE_WRONG, RATE_LIMITED.
 */
export async function prove(code: string, { staff, session }: Own): Promise<string> {
  await takeLimit('staffProof.account', staff.id);
  const token = await inTransaction(async (tx) => {
    const row = await tx.selectFrom('staff_account').selectAll().where('id', '=', staff.id).executeTakeFirstOrThrow();
    await spendTotp(tx, authenticatorOf(row), code);
    return await renewSession(tx, session.idHash);
  });
  await clearLimit('staffProof.account', staff.id);
  return token;
}

/** @throws Refusal FIELDS, or PASSWORD_COMMON, for a password that breaks the rules of the portal's (S-7, R-21). */
export function checkNewPassword(password: string): void {
  const [failed] = checkPassword(password);
  if (failed === 'PASSWORD_COMMON') refuse('PASSWORD_COMMON', undefined, { password: failed });
  if (failed) refuseFields({ password: failed });
}

/**
 * Changes the own password; every other session ends, and this one has a new id (T5).
 * @returns the cookie's new value.
 * @throws Refusal PASSWORD_WRONG, RATE_LIMITED, and as `checkNewPassword`.
 */
export async function changePassword(
  given: { originalPassword: string; password: string },
  { staff, session }: Own & { staff: { name: string } },
): Promise<string> {
  checkNewPassword(given.password);
  await takeLimit('staffProof.account', staff.id);
  const row = await reading((tx) =>
    tx.selectFrom('staff_account').select('password_hash').where('id', '=', staff.id).executeTakeFirstOrThrow(),
  );
  if (!(await isPasswordRight(given.originalPassword, row.password_hash)))
    refuse('PASSWORD_WRONG', undefined, { originalPassword: 'PASSWORD_WRONG' });
  await clearLimit('staffProof.account', staff.id);
  const passwordHash = await hashPassword(given.password);
  return await inTransaction(async (tx) => {
    await tx.updateTable('staff_account').set({ password_hash: passwordHash }).where('id', '=', staff.id).execute();
    await endSessionsOf(tx, staff.id, session.idHash);
    await audit(tx, { staff, action: 'staff.changePassword', object: { kind: 'staff', id: staff.id } });
    return await renewSession(tx, session.idHash);
  });
}
