import type { AuditAct } from '@exam/contract/staff';
import type { Language } from '@exam/contract/messages';
import { checkEmail } from '@exam/contract/rules';
import { sql } from 'kysely';
import { audit } from '#office/audit';
import { writeMessage } from '#people/messages';
import { randomId } from '#platform/chance';
import type { Tx } from '#platform/database';
import { refuse, refuseFields } from '#platform/errors';
import { hashSecret } from '#platform/vault';
import type { StaffActor } from '#platform/staff-http';
import { makeInvitation } from './invitation.ts';
import { checkAdministratorRemains, checkGrant, checkOther, lockAdministrators } from './rights.ts';
import { endSessionsOf } from './session.ts';
import { moveStaff } from './status.ts';
import { lockStaff, normaliseEmail, readOffices, type Rights, rightsOf, type StaffRow, writeOffices } from './store.ts';

type NewStaff = Rights & { name: string; email: string; language: Language };
type About = { id: string; reason: string };

/**
 * Inserts somebody who cannot sign in yet.
 * @returns the id; null when the address belongs to somebody already.
 */
export async function insertInvited(tx: Tx, given: NewStaff, createdBy: string | null): Promise<string | null> {
  const inserted = await tx
    .insertInto('staff_account')
    .values({
      id: randomId(),
      email: normaliseEmail(given.email),
      name: given.name,
      language: given.language,
      status: 'Invited',
      roles: [...given.roles],
      hands_on: [...given.handsOn],
      is_all_offices: given.offices === 'all',
      created_at: sql<string>`app_now()`,
      created_by: createdBy,
    })
    .onConflict((conflict) => conflict.column('email').doNothing())
    .returning('id')
    .executeTakeFirst();
  if (!inserted) return null;
  await writeOffices(tx, inserted.id, given.offices);
  return inserted.id;
}

/**
 * Invites somebody by mail, with rights that the inviting person holds or may hand on.
 * @returns the id of the new member of staff.
 * @throws Refusal RIGHT_NOT_HELD, STAFF_EMAIL_TAKEN, FIELDS for what is not an address.
 */
export async function invite(tx: Tx, actor: StaffActor, given: NewStaff): Promise<string> {
  const checked = checkEmail(given.email);
  if (!checked.ok) return refuseFields({ email: checked.code });
  await checkGrant(tx, actor, { before: null, after: given });
  const id = await insertInvited(tx, { ...given, email: checked.email }, actor.id);
  if (id === null) return refuse('STAFF_EMAIL_TAKEN', undefined, { email: 'STAFF_EMAIL_TAKEN' });
  await sendInvitation(tx, { id, email: normaliseEmail(checked.email), language: given.language });
  const { roles, handsOn, offices } = given;
  await audit(tx, {
    staff: actor,
    action: 'staff.invite',
    object: { kind: 'staff', id },
    after: { roles, handsOn, offices },
  });
  return id;
}

async function sendInvitation(tx: Tx, to: Pick<StaffRow, 'id' | 'email' | 'language'>): Promise<void> {
  const token = await makeInvitation(tx, to.id);
  await writeMessage(tx, {
    kind: 'staffInvitation',
    values: { token },
    key: `staffInvitation:${hashSecret(token).toString('hex')}`,
    objectId: to.id,
    accountId: null,
    channel: 'mail',
    recipient: to.email,
    language: to.language,
  });
}

/** Sends a new link in place of the earlier one. @throws Refusal NOT_FOUND; ILLEGAL_STATE for somebody who has signed in. */
export async function inviteAgain(tx: Tx, actor: StaffActor, id: string): Promise<void> {
  const row = await lockStaff(tx, actor, id);
  if (row.status !== 'Invited') refuse('ILLEGAL_STATE');
  await sendInvitation(tx, row);
  await audit(tx, { staff: actor, action: 'staff.inviteAgain', object: { kind: 'staff', id } });
}

/**
 * Gives somebody other roles and offices; they hold from the next call on, in every session.
 * @throws Refusal NOT_FOUND, NOT_YOURSELF, RIGHT_NOT_HELD, LAST_ADMINISTRATOR.
 */
export async function changeRights(tx: Tx, actor: StaffActor, given: Rights & About): Promise<void> {
  checkOther(actor, given.id);
  await lockAdministrators(tx);
  const row = await lockStaff(tx, actor, given.id);
  const before = rightsOf(row, await readOffices(tx, row));
  const after: Rights = { roles: given.roles, handsOn: given.handsOn, offices: given.offices };
  await checkGrant(tx, actor, { before, after });
  await tx
    .updateTable('staff_account')
    .set({ roles: [...after.roles], hands_on: [...after.handsOn], is_all_offices: after.offices === 'all' })
    .where('id', '=', row.id)
    .execute();
  await writeOffices(tx, row.id, after.offices);
  await checkAdministratorRemains(tx);
  await record(tx, actor, { action: 'staff.changeRights', about: given, before, after });
}

/** Locks somebody out: every session ends now. @throws Refusal NOT_FOUND, NOT_YOURSELF, LAST_ADMINISTRATOR, ILLEGAL_STATE. */
export async function lock(tx: Tx, actor: StaffActor, given: About): Promise<void> {
  checkOther(actor, given.id);
  await lockAdministrators(tx);
  const row = await lockStaff(tx, actor, given.id);
  if (row.status === 'Locked') refuse('ILLEGAL_STATE');
  await moveStaff(tx, 'lock', movedBy(actor, given));
  await endSessionsOf(tx, row.id);
  await checkAdministratorRemains(tx);
  await record(tx, actor, {
    action: 'staff.lock',
    about: given,
    before: { status: row.status },
    after: { status: 'Locked' },
  });
}

/** Lets somebody in again, with the password and authenticator they had. @throws Refusal NOT_FOUND, ILLEGAL_STATE. */
export async function unlock(tx: Tx, actor: StaffActor, given: About): Promise<void> {
  checkOther(actor, given.id);
  const row = await lockStaff(tx, actor, given.id);
  if (row.status !== 'Locked') refuse('ILLEGAL_STATE');
  const isEquipped = row.password_hash !== null && row.totp_sealed !== null;
  const { to: status } = await moveStaff(tx, isEquipped ? 'unlock' : 'unlockInvited', movedBy(actor, given));
  await record(tx, actor, { action: 'staff.unlock', about: given, before: { status: 'Locked' }, after: { status } });
}

/** Ends every session of somebody. @throws Refusal NOT_FOUND. */
export async function endSessions(tx: Tx, actor: StaffActor, given: About): Promise<void> {
  const row = await lockStaff(tx, actor, given.id);
  const ended = await endSessionsOf(tx, row.id);
  await record(tx, actor, { action: 'staff.endSessions', about: given, before: null, after: { ended } });
}

/**
 * For a lost authenticator: password and authenticator are forgotten, sessions end, and a new invitation goes to the person's
 * own address.
 * @throws Refusal NOT_FOUND, NOT_YOURSELF, LAST_ADMINISTRATOR; ILLEGAL_STATE for somebody who is locked.
 */
export async function resetSecondFactor(tx: Tx, actor: StaffActor, given: About): Promise<void> {
  checkOther(actor, given.id);
  await lockAdministrators(tx);
  const row = await lockStaff(tx, actor, given.id);
  if (row.status === 'Locked') refuse('ILLEGAL_STATE');
  await moveStaff(tx, 'resetSecondFactor', movedBy(actor, given));
  await tx
    .updateTable('staff_account')
    .set({ password_hash: null, totp_sealed: null })
    .where('id', '=', row.id)
    .execute();
  await endSessionsOf(tx, row.id);
  await checkAdministratorRemains(tx);
  await sendInvitation(tx, row);
  await record(tx, actor, {
    action: 'staff.resetSecondFactor',
    about: given,
    before: { status: row.status },
    after: { status: 'Invited' },
  });
}

const movedBy = (actor: StaffActor, { id, reason }: About) =>
  ({ id, reason, actor: { kind: 'staff', id: actor.id } }) as const;

type Act = { action: AuditAct; about: About; before: object | null; after: object };

async function record(tx: Tx, actor: StaffActor, { action, about, before, after }: Act): Promise<void> {
  const object = { kind: 'staff', id: about.id } as const;
  await audit(tx, { staff: actor, action, object, reason: about.reason, before, after });
}
