import type { Permission } from '@exam/contract/staff';
import { type RawBuilder, sql } from 'kysely';
import { refuse } from '#platform/errors';
import type { StaffActor } from '#platform/http/staff/call';

/**
 * The condition that keeps a query to what a member of staff may see: `.where(inOffices(staff, 'exam_session.office_id'))`. An
 * object of another office is then absent, and answered 404 like an unknown id (T32). One without an office belongs to the
 * head office.
 * @param column a reference as Kysely writes it, `table.column` or `alias.column`.
 */
export function inOffices(staff: Pick<StaffActor, 'offices'>, column: string): RawBuilder<boolean> {
  if (staff.offices === 'all') return sql<boolean>`true`;
  return sql<boolean>`coalesce(${sql.ref(column)} = any(${[...staff.offices]}::uuid[]), false)`;
}

/** The same question about an object that is loaded already. */
export function seesOffice(staff: Pick<StaffActor, 'offices'>, officeId: string | null): boolean {
  return staff.offices === 'all' || (officeId !== null && staff.offices.includes(officeId));
}

/** @throws Refusal NOT_FOUND for an object of an office that is not theirs. */
export function checkOffice(staff: Pick<StaffActor, 'offices'>, officeId: string | null): void {
  if (!seesOffice(staff, officeId)) refuse('NOT_FOUND');
}

/** Whether they hold a right beyond the one that the call itself asks for. */
export function may(staff: Pick<StaffActor, 'permissions'>, permission: Permission): boolean {
  return staff.permissions.has(permission);
}

/** @throws Refusal FORBIDDEN (403) without the right. */
export function checkPermission(staff: Pick<StaffActor, 'permissions'>, permission: Permission): void {
  if (!may(staff, permission)) refuse('FORBIDDEN');
}
