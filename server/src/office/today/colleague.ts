import { permissionsOf, roleNames } from '@exam/contract/staff';
import type { Selectable } from 'kysely';
import type { Tx } from '#platform/database';
import type { StaffActor } from '#platform/staff-http';
import type { StaffColleagueTable } from '#platform/tables/index';

/** An active colleague with what they may do, or null. */
export async function findColleague(tx: Tx, id: string): Promise<StaffActor | null> {
  const row = await tx.selectFrom('staff_colleague').selectAll().where('id', '=', id).executeTakeFirst();
  return row ? actorOf(row) : null;
}

/** Every active member of staff, by name. */
export async function findColleagues(tx: Tx): Promise<StaffActor[]> {
  const rows = await tx.selectFrom('staff_colleague').selectAll().orderBy('name').orderBy('id').execute();
  return rows.flatMap((row) => actorOf(row) ?? []);
}

function actorOf(row: Selectable<StaffColleagueTable>): StaffActor | null {
  if (!row.id) return null;
  const roles = roleNames.filter((role) => row.roles?.includes(role));
  return {
    id: row.id,
    name: row.name ?? '',
    permissions: permissionsOf(roles),
    offices: row.is_all_offices ? 'all' : (row.offices ?? []),
    language: row.language === 'en' ? 'en' : 'zh',
  };
}
