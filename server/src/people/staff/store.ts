import { checkEmail, plainEmail } from '@exam/contract/rules';
import { roleNames, type RoleName } from '@exam/contract/staff';
import { type RawBuilder, type Selectable, sql } from 'kysely';
import type { Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { StaffActor } from '#platform/staff-http';
import type { StaffAccountTable } from '#platform/tables/index';

export type StaffRow = Selectable<StaffAccountTable>;

/** What a person may do and where: names of role presets, presets to hand on, offices. */
export type Rights = { roles: readonly RoleName[]; handsOn: readonly RoleName[]; offices: readonly string[] | 'all' };

/** Addresses are compared without case; they are stored in lower case. A text that is not an address stays as typed. */
export function normaliseEmail(email: string): string {
  const checked = checkEmail(email);
  return (checked.ok ? checked.email : plainEmail(email)).toLowerCase();
}

/** The roles of a row; a name that no preset has any more gives nothing. */
export function rolesOf(names: readonly string[]): RoleName[] {
  return roleNames.filter((role) => names.includes(role));
}

/** The offices of the account `staff`, as a column of a query. */
export const officesOfStaff: RawBuilder<string[]> = sql<string[]>`
  array(select office_id::text from staff_office where staff_office.staff_id = staff.id order by office_id)`;

/** Whether somebody sees the account `staff`: an administrator of some offices sees only people of those alone. */
export function inReach(actor: Pick<StaffActor, 'offices'>): RawBuilder<boolean> {
  if (actor.offices === 'all') return sql<boolean>`true`;
  return sql<boolean>`(not staff.is_all_offices and not exists (
    select from staff_office where staff_id = staff.id and office_id <> all(${[...actor.offices]}::uuid[])))`;
}

/** The account, locked until the transaction ends. @throws Refusal NOT_FOUND when there is none within reach. */
export async function lockStaff(tx: Tx, actor: Pick<StaffActor, 'offices'>, id: string): Promise<StaffRow> {
  const row = await tx
    .selectFrom('staff_account as staff')
    .selectAll()
    .where('id', '=', id)
    .where(inReach(actor))
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row ?? refuse('NOT_FOUND');
}

/** Where an account works. */
export async function readOffices(tx: Tx, row: Pick<StaffRow, 'id' | 'is_all_offices'>): Promise<string[] | 'all'> {
  if (row.is_all_offices) return 'all';
  const offices = await tx
    .selectFrom('staff_office')
    .select('office_id')
    .where('staff_id', '=', row.id)
    .orderBy('office_id')
    .execute();
  return offices.map(({ office_id }) => office_id);
}

/** Writes where an account works. @throws Refusal FIELDS for an office that there is not. */
export async function writeOffices(tx: Tx, staffId: string, offices: Rights['offices']): Promise<void> {
  await tx.deleteFrom('staff_office').where('staff_id', '=', staffId).execute();
  if (offices === 'all' || offices.length === 0) return;
  const { rows } = await sql<{ office_id: string }>`
    insert into staff_office (staff_id, office_id)
    select ${staffId}, id from office where id = any(${[...offices]}::uuid[])
    returning office_id`.execute(tx);
  if (rows.length !== new Set(offices).size) refuse('NOT_FOUND');
}

/** The rights as an audit row keeps them. */
export function rightsOf(row: Pick<StaffRow, 'roles' | 'hands_on'>, offices: Rights['offices']): Rights {
  return { roles: rolesOf(row.roles), handsOn: rolesOf(row.hands_on), offices };
}
