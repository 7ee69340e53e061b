import { type Selectable, sql } from 'kysely';
import { toString as drawSvg } from 'qrcode';
import { audit } from '#office/audit';
import { randomToken } from '#platform/chance';
import { inTransaction, reading, type Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import { lifetimes } from '#platform/limits/table';
import { takeLimit } from '#platform/limits';
import type { StaffInvitationTable } from '#platform/tables/index';
import { hashPassword, hashSecret } from '#platform/vault';
import { beginStaffSession, type Origin } from './session.ts';
import { checkNewPassword } from './sign-in.ts';
import { moveStaff } from './status.ts';
import type { StaffRow } from './store.ts';
import { newTotpSecret, openTotp, otpauthUrl, sealTotp, spendTotp } from './totp.ts';

type Invitation = Selectable<StaffInvitationTable>;

/**
 * Makes an invitation in place of any earlier one: its link is the way to a password and an authenticator, once, for three days.
 * Only the hash of the link's secret is stored.
 * @returns the secret, which is behind `/invitation#` in the link.
 */
export async function makeInvitation(tx: Tx, staffId: string): Promise<string> {
  const token = randomToken();
  await sql`update staff_invitation set ended_at = app_now() where staff_id = ${staffId} and ended_at is null`.execute(
    tx,
  );
  await sql`
    insert into staff_invitation (token_hash, staff_id, totp_sealed, created_at, expires_at)
    values (${hashSecret(token)}, ${staffId}, ${sealTotp(newTotpSecret(), staffId)}, app_now(),
      app_now() + make_interval(secs => ${lifetimes.staffInvitation.seconds}))`.execute(tx);
  return token;
}

/** The page of an invitation, with its secret behind the hash, so that it is in no log. */
export function invitationPath(token: string): string {
  return `/invitation#${token}`;
}

async function findInvitation(tx: Tx, token: string): Promise<{ invitation: Invitation; staff: StaffRow }> {
  const invitation = await tx
    .selectFrom('staff_invitation')
    .selectAll()
    .where('token_hash', '=', hashSecret(token))
    .where('ended_at', 'is', null)
    .where('expires_at', '>', sql<string>`app_now()`)
    .executeTakeFirst();
  if (!invitation) return refuse('INVITATION_INVALID');
  const staff = await tx
    .selectFrom('staff_account')
    .selectAll()
    .where('id', '=', invitation.staff_id)
    .where('status', '=', 'Invited')
    .executeTakeFirst();
  return staff ? { invitation, staff } : refuse('INVITATION_INVALID');
}

/**
 * Shows whose an invitation is, and the secret that their authenticator is to take over.
 * @throws Refusal INVITATION_INVALID when it is unknown, used, replaced or older than three days; RATE_LIMITED.
 */
export async function openInvitation(token: string, ip: string) {
  await takeLimit('staffInvitation.ip', ip);
  const { invitation, staff } = await reading((tx) => findInvitation(tx, token));
  const secret = openTotp(invitation.totp_sealed, staff.id);
  const url = otpauthUrl(secret, staff.email);
  const svg = await drawSvg(url, { type: 'svg', margin: 2 });
  return {
    name: staff.name,
    email: staff.email,
    secret,
    otpauthUrl: url,
    qrCode: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
    expiresAt: invitation.expires_at,
  };
}

/**
 * Takes an invitation up: sets the password, takes over the authenticator once a code of it is right, and signs in.
 * @returns the cookie's value.
 * @throws Refusal INVITATION_INVALID; CODE_WRONG; FIELDS or PASSWORD_COMMON for the password; RATE_LIMITED.
 */
export async function acceptInvitation(
  given: { invitation: string; password: string; code: string },
  origin: Origin,
): Promise<{ staffId: string; token: string }> {
  checkNewPassword(given.password);
  await takeLimit('staffInvitation.ip', origin.ip);
  await reading((tx) => findInvitation(tx, given.invitation));
  const passwordHash = await hashPassword(given.password);
  return await inTransaction(async (tx) => {
    const { invitation, staff } = await findInvitation(tx, given.invitation);
    await spendTotp(tx, {
      staffId: staff.id,
      secret: openTotp(invitation.totp_sealed, staff.id),
      code: given.code,
    });
    const used = await tx
      .updateTable('staff_invitation')
      .set({ ended_at: sql<string>`app_now()` })
      .where('token_hash', '=', invitation.token_hash)
      .where('ended_at', 'is', null)
      .returning('staff_id')
      .executeTakeFirst();
    if (!used) return refuse('INVITATION_INVALID');
    await tx
      .updateTable('staff_account')
      .set({ password_hash: passwordHash, totp_sealed: invitation.totp_sealed })
      .where('id', '=', staff.id)
      .execute();
    const actor = { kind: 'staff', id: staff.id } as const;
    await moveStaff(tx, 'acceptInvitation', { id: staff.id, actor });
    await audit(tx, { staff, action: 'staff.acceptInvitation', object: { kind: 'staff', id: staff.id } });
    return { staffId: staff.id, token: await beginStaffSession(tx, staff.id, origin) };
  });
}
