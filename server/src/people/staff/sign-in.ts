import { checkPassword } from '@exam/contract/rules';
import { audit } from '#office/audit';
import { inTransaction, reading, type Tx } from '#platform/database';
import { refuse, refuseFields, refuseForNow } from '#platform/errors';
import { clearLimit, takeLimit, tryLimit } from '#platform/limits';
import { hashPassword, isPasswordRight } from '#platform/vault';
import { type NewItem, staffOver } from '#office/work-items';
import { beginStaffSession, endSession, endSessionsOf, type Origin, renewSession } from './session.ts';
import { normaliseEmail, type StaffRow } from './store.ts';
import { isTotpRight, openTotp, spendTotp } from './totp.ts';

type SignIn = { email: string; password: string; code?: string | null | undefined };
type Caller = { origin: Origin; session: { idHash: Buffer } | null };
type Own = { staff: { id: string }; session: { idHash: Buffer } };

/**
 * Signs in by password and code, always both. Always a new session; the one the browser had ends (T5). Tries without a right code are
 * counted by the address that was typed and by the caller's. After too many of them no password is looked at without a right code: a
 * stranger learns nothing more, and whoever has the authenticator comes in at any time, from anywhere.
 * @returns the cookie's value; null when the code is still to be given, and then the password was right or was not looked at.
 * @throws Refusal SIGN_IN_FAILED for a wrong password, an unknown address, an invited or a locked person alike; CODE_WRONG;
 * RATE_LIMITED for a wrong code after too many tries.
 */
export async function signIn(given: SignIn, caller: Caller): Promise<{ staff: StaffRow; token: string } | null> {
  const email = normaliseEmail(given.email);
  const code = given.code?.trim() || null;
  const staff = await reading((tx) => findActive(tx, email));
  if (!(await takeTry(staff, { email, code, ip: caller.origin.ip }))) return null;
  const isRight = await isPasswordRight(given.password, staff?.password_hash ?? null);
  if (!staff || !isRight) return refuse('SIGN_IN_FAILED');
  if (code === null) return null;
  const token = await inTransaction(async (tx) => {
    await checkStillActive(tx, staff.id);
    await spendTotp(tx, { ...authenticatorOf(staff), code });
    if (caller.session) await endSession(tx, caller.session.idHash);
    return await beginStaffSession(tx, staff.id, caller.origin);
  });
  await clearLimit('staffSignIn.code', staff.id);
  return { staff, token };
}

type Try = { email: string; code: string | null; ip: string };

/**
 * Counts a try to sign in: against who has the authenticator where the code is right, else against the caller's address and the one that was
 * typed.
 * @returns false where no password is looked at without a code any more.
 * @throws Refusal RATE_LIMITED.
 */
async function takeTry(staff: StaffRow | undefined, { email, code, ip }: Try): Promise<boolean> {
  if (staff && code !== null && (await reading((tx) => isTotpRight(tx, { ...authenticatorOf(staff), code })))) {
    await takeLimit('staffSignIn.code', staff.id);
    return true;
  }
  const waitSeconds = (await tryLimit('staffSignIn.ip', ip)) ?? (await tryLimit('staffSignIn.account', email));
  if (waitSeconds !== null && code !== null) refuseForNow('RATE_LIMITED', waitSeconds);
  return waitSeconds === null;
}

const findActive = (tx: Tx, email: string) =>
  tx
    .selectFrom('staff_account')
    .selectAll()
    .where('email', '=', email)
    .where('status', '=', 'Active')
    .executeTakeFirst();

/** More sign-ins without a right code in one day than one person mistypes. */
const triesOfStranger = 40;

/** Members of staff as whom somebody tries to sign in who has not their authenticator, for the board of who may lock an account. */
export async function signInsTried(tx: Tx): Promise<Omit<NewItem, 'kind'>[]> {
  const staff = await tx
    .selectFrom('staff_account')
    .select(['id', 'name', 'email'])
    .where('status', '=', 'Active')
    .execute();
  const counted = staff.map(({ id, name, email }) => ({ id, name, key: email }));
  return await staffOver(tx, { limit: 'staffSignIn.account', times: triesOfStranger }, counted);
}

/** Somebody locked while their password was compared begins no session. */
async function checkStillActive(tx: Tx, staffId: string): Promise<void> {
  const active = await tx
    .selectFrom('staff_account')
    .select('id')
    .where('id', '=', staffId)
    .where('status', '=', 'Active')
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!active) refuse('SIGN_IN_FAILED');
}

function authenticatorOf(staff: Pick<StaffRow, 'id' | 'totp_sealed'>): { staffId: string; secret: string } {
  if (!staff.totp_sealed) throw new Error('An active member of staff has no authenticator.');
  return { staffId: staff.id, secret: openTotp(staff.totp_sealed, staff.id) };
}

/**
 * Proves again who is signed in, by a code; tries are counted by person, across sessions. The session's id is a new one.
 * @returns the cookie's new value.
 * @throws Refusal CODE_WRONG, RATE_LIMITED.
 */
export async function prove(code: string, { staff, session }: Own): Promise<string> {
  await takeLimit('staffProof.account', staff.id);
  const token = await inTransaction(async (tx) => {
    const row = await tx.selectFrom('staff_account').selectAll().where('id', '=', staff.id).executeTakeFirstOrThrow();
    await spendTotp(tx, { ...authenticatorOf(row), code });
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
 * Changes somebody's own password; every other session ends, and this one has a new id (T5).
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
  if (!(await isPasswordRight(given.originalPassword, row.password_hash, true)))
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
