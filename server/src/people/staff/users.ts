import type { RoleName, StaffUser } from '@exam/contract/staff';
import { sql } from 'kysely';
import { type Tx } from '#platform/database';
import { refuse } from '#platform/errors';
import type { StaffActor } from '#platform/staff-http';
import { liveSession } from './session.ts';
import { inReach, normaliseEmail, officesOfStaff, rolesOf } from './store.ts';

type Search = {
  pageIndex: number;
  pageSize: number;
  sort?:
    | 'name'
    | '-name'
    | 'email'
    | '-email'
    | 'createdAt'
    | '-createdAt'
    | 'lastSignInAt'
    | '-lastSignInAt'
    | undefined;
  search?: string | undefined;
  role?: RoleName | undefined;
  status?: StaffUser['status'] | undefined;
  officeId?: string | undefined;
};

const columns = { name: 'name', email: 'email', createdAt: 'created_at', lastSignInAt: 'last_sign_in_at' } as const;

function usersInReach(tx: Tx, actor: StaffActor) {
  return tx.selectFrom('staff_account as staff').where(inReach(actor));
}

function shown(query: ReturnType<typeof usersInReach>) {
  return query
    .select(['staff.id', 'staff.name', 'staff.email', 'staff.status', 'staff.roles', 'staff.hands_on'])
    .select(['staff.is_all_offices', 'staff.created_at', 'staff.last_sign_in_at'])
    .select(officesOfStaff.as('offices'))
    .select(
      sql<number>`(select count(*)::int from staff_session session where session.staff_id = staff.id and ${liveSession})`.as(
        'live_sessions',
      ),
    )
    .select(
      sql<string | null>`(select expires_at from staff_invitation where staff_id = staff.id and ended_at is null)`.as(
        'invitation_expires_at',
      ),
    );
}

type ShownRow = Awaited<ReturnType<ReturnType<typeof shown>['executeTakeFirstOrThrow']>>;

function present(row: ShownRow): StaffUser {
  return {
    id: row.id,
    name: row.name,
    email: row.email,
    status: row.status,
    roles: rolesOf(row.roles),
    handsOn: rolesOf(row.hands_on),
    offices: row.is_all_offices ? 'all' : row.offices,
    createdAt: row.created_at,
    lastSignInAt: row.last_sign_in_at,
    invitationExpiresAt: row.status === 'Invited' ? row.invitation_expires_at : null,
    liveSessions: row.live_sessions,
  };
}

/** A page of the people within reach, by name unless sorted otherwise. */
export async function searchUsers(tx: Tx, actor: StaffActor, given: Search) {
  const { pageIndex, pageSize, sort = 'name' } = given;
  let query = usersInReach(tx, actor);
  if (given.status) query = query.where('staff.status', '=', given.status);
  if (given.role) query = query.where(sql<boolean>`${given.role} = any(staff.roles)`);
  if (given.officeId)
    query = query.where(
      sql<boolean>`(staff.is_all_offices or exists (select from staff_office where staff_id = staff.id and office_id = ${given.officeId}))`,
    );
  if (given.search?.trim()) {
    const part = normaliseEmail(given.search);
    query = query.where(
      sql<boolean>`(position(${part} in lower(staff.name)) > 0 or position(${part} in staff.email) > 0)`,
    );
  }
  const { total } = await query.select(sql<number>`count(*)::int`.as('total')).executeTakeFirstOrThrow();
  const direction = sort.startsWith('-') ? 'desc' : 'asc';
  const rows = await shown(query)
    .orderBy(`staff.${columns[fieldOf(sort)]}`, (order) =>
      (direction === 'desc' ? order.desc() : order.asc()).nullsLast(),
    )
    .orderBy('staff.id')
    .limit(pageSize)
    .offset((pageIndex - 1) * pageSize)
    .execute();
  return { list: rows.map(present), pageIndex, pageSize, recordCount: total };
}

function fieldOf(sort: NonNullable<Search['sort']>): keyof typeof columns {
  const fields: readonly (keyof typeof columns)[] = ['name', 'email', 'createdAt', 'lastSignInAt'];
  return fields.find((field) => sort.endsWith(field)) ?? 'name';
}

/** One person. @throws Refusal NOT_FOUND when there is none within reach. */
export async function readUser(tx: Tx, actor: StaffActor, id: string): Promise<StaffUser> {
  const row = await shown(usersInReach(tx, actor)).where('staff.id', '=', id).executeTakeFirst();
  return row ? present(row) : refuse('NOT_FOUND');
}

/** The offices a person sees, for choices in forms. */
export async function listOffices(tx: Tx, actor: StaffActor) {
  let query = tx.selectFrom('office').select(['id', 'code', 'name_en', 'name_zh']).orderBy('sort').orderBy('id');
  if (actor.offices !== 'all') query = query.where(sql<boolean>`id = any(${[...actor.offices]}::uuid[])`);
  const rows = await query.execute();
  return { list: rows.map(({ id, code, name_en, name_zh }) => ({ id, code, nameEn: name_en, nameZh: name_zh })) };
}
