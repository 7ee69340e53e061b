import { permissionsOf, roleNames } from '@exam/contract/staff';
import type { Tx } from '#platform/database';
import type { StaffActor } from '#platform/staff-http';

/** An active colleague with what they may do, or null. */
export async function findColleague(tx: Tx, id: string): Promise<StaffActor | null> {
  const row = await tx.selectFrom('staff_colleague').selectAll().where('id', '=', id).executeTakeFirst();
  if (!row?.id) return null;
  const roles = roleNames.filter((role) => row.roles?.includes(role));
  return {
    id: row.id,
    name: row.name ?? '',
    permissions: permissionsOf(roles),
    offices: row.is_all_offices ? 'all' : (row.offices ?? []),
    language: row.language === 'en' ? 'en' : 'zh',
  };
}
