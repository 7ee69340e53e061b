import { permissions, permissionsOf, type StaffMe } from '@exam/contract/staff';
import type { Tx } from '#platform/database';
import { csrfTokenOf, hashSecret } from '#platform/vault';
import { readSession } from './session.ts';
import { readOffices, rolesOf } from './store.ts';

/** Who is signed in, with the anti-forgery value and the ends of a session. @throws Refusal UNAUTHENTICATED when it ended. */
export async function readMe(
  tx: Tx,
  staffId: string,
  session: { idHash: Buffer; csrfToken: string },
): Promise<StaffMe> {
  const row = await tx.selectFrom('staff_account').selectAll().where('id', '=', staffId).executeTakeFirstOrThrow();
  const roles = rolesOf(row.roles);
  const held = permissionsOf(roles);
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    roles,
    handsOn: rolesOf(row.hands_on),
    permissions: permissions.filter((permission) => held.has(permission)),
    offices: await readOffices(tx, row),
    token: session.csrfToken,
    ...(await readSession(tx, session.idHash)),
  };
}

/** What is stored of a session's cookie, and its anti-forgery value. */
export function sessionOf(token: string): { idHash: Buffer; csrfToken: string } {
  return { idHash: hashSecret(token), csrfToken: csrfTokenOf(token) };
}
