import { permissionsOf, type RoleName } from '@exam/contract/staff';
import { sql } from 'kysely';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { StaffActor } from '#platform/staff-http';
import { type Rights, rolesOf } from './store.ts';

/**
 * Nobody can grant a right they lack: every role added needs all of its permissions in the granter's own,
 * or to be one of those that were given to them to hand on; every office added must be theirs.
 * @param before what the person has now; nothing for a new one. Taking away is always allowed.
 * @throws Refusal RIGHT_NOT_HELD (403).
 */
export async function checkGrant(
  tx: Tx,
  granter: StaffActor,
  { before, after }: { before: Rights | null; after: Rights },
): Promise<void> {
  const held = await tx
    .selectFrom('staff_account')
    .select('hands_on')
    .where('id', '=', granter.id)
    .forShare()
    .executeTakeFirstOrThrow();
  const handsOn = new Set(rolesOf(held.hands_on));
  const isMine = (role: RoleName) =>
    handsOn.has(role) || [...permissionsOf([role])].every((permission) => granter.permissions.has(permission));
  const added = [
    ...after.roles.filter((role) => !before?.roles.includes(role)),
    ...after.handsOn.filter((role) => !before?.handsOn.includes(role)),
  ];
  if (!added.every(isMine) || !areOfficesHeld(granter, before?.offices ?? [], after.offices)) refuse('RIGHT_NOT_HELD');
}

function areOfficesHeld(granter: StaffActor, before: Rights['offices'], after: Rights['offices']): boolean {
  const { offices } = granter;
  if (offices === 'all' || before === 'all') return true;
  if (after === 'all') return false;
  return after.every((office) => before.includes(office) || offices.includes(office));
}

/** @throws Refusal NOT_YOURSELF: nobody changes their own rights, nor locks themselves out. */
export function checkOther(actor: StaffActor, staffId: string): void {
  if (actor.id === staffId) refuse('NOT_YOURSELF');
}

/**
 * Somebody who may manage people must remain: called after a change, in its transaction.
 * @throws Refusal LAST_ADMINISTRATOR.
 */
export async function checkAdministratorRemains(tx: Tx): Promise<void> {
  const { rows } = await sql`
    select id from staff_account where status = 'Active' and 'administrator' = any(roles) and is_all_offices
    limit 1`.execute(tx);
  if (rows.length === 0) refuse('LAST_ADMINISTRATOR');
}

/**
 * Taken before rights are removed or somebody is locked: two administrators who remove each other wait for each other here, so
 * that the second one sees that they would be the last.
 */
export async function lockAdministrators(tx: Tx): Promise<void> {
  await sql`select id from staff_account where 'administrator' = any(roles) order by id for no key update`.execute(tx);
}
