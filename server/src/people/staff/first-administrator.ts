import type { Language } from '@exam/contract/messages';
import { roleNames } from '@exam/contract/staff';
import { sql } from 'kysely';
import type { Tx } from '#platform/database';
import { theSystem } from '#platform/transition';
import { invitationPath, makeInvitation } from './invitation.ts';
import { insertInvited } from './manage.ts';
import { moveStaff } from './status.ts';
import type { Rights } from './store.ts';
import { sealTotp } from './totp.ts';

/**
 * Makes the first administrator, once: the way into a console that has nobody. They manage people and may hand every role on,
 * without using it themselves.
 * @returns the path of their invitation on the console; null when there is a member of staff already.
 */
export async function createFirstAdministrator(
  tx: Tx,
  given: { name: string; email: string; language: Language },
): Promise<string | null> {
  await sql`lock table staff_account in share row exclusive mode`.execute(tx);
  const anybody = await tx.selectFrom('staff_account').select('id').limit(1).executeTakeFirst();
  if (anybody) return null;
  const rights: Rights = { roles: ['administrator'], handsOn: roleNames, offices: 'all' };
  const id = await insertInvited(tx, { ...given, ...rights }, null);
  return id === null ? null : invitationPath(await makeInvitation(tx, id));
}

/** Somebody of a demonstration or a test, who can sign in at once. */
export type ReadyStaff = Rights & {
  name: string;
  email: string;
  language: Language;
  passwordHash: string;
  totpSecret: string;
};

/** Inserts somebody with password and authenticator; null when the address is taken. Never behind a call. */
export async function createReadyStaff(tx: Tx, given: ReadyStaff): Promise<string | null> {
  const id = await insertInvited(tx, given, null);
  if (id === null) return null;
  await tx
    .updateTable('staff_account')
    .set({ password_hash: given.passwordHash, totp_sealed: sealTotp(given.totpSecret, id) })
    .where('id', '=', id)
    .execute();
  await moveStaff(tx, 'equip', { id, actor: theSystem });
  return id;
}
