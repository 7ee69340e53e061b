import { arrangementsStaffCalls } from '@exam/contract/staff';
import { sql } from 'kysely';
import { seek } from '#office/access';
import { inTransaction } from '#platform/database';
import type { StaffHandlers, StaffRoutes } from '#platform/staff-http';
import type { Sweep, Sweeps } from '#office/work-items';
import { decideArrangement, readArrangement, recordArrangement } from './decide.ts';
import { findArrangements } from './list.ts';
import { seated } from '#registering/applications';

/** Special arrangements: what candidates need beside the ordinary, and what is granted. */
export { conditionsGranted } from './decide.ts';

const handlers: StaffHandlers<typeof arrangementsStaffCalls> = {
  'arrangements.search': ({ body, staff }) =>
    seek({
      staff,
      call: 'arrangements.search',
      text: body.search,
      by: ['name'],
      find: (tx) => findArrangements(tx, staff, body),
      foundIn: ({ list }) => list.map(({ id }) => ({ kind: 'application', id })),
    }),
  'arrangements.get': ({ params, staff }) => inTransaction((tx) => readArrangement(tx, staff, params.id)),
  'arrangements.record': ({ params, body, staff }) =>
    inTransaction((tx) => recordArrangement(tx, staff, { ...params, ...body })),
  'arrangements.decide': ({ params, body, staff }) =>
    inTransaction((tx) => decideArrangement(tx, staff, { ...params, ...body })),
};

export const staffRoutes: StaffRoutes[] = [{ calls: arrangementsStaffCalls, handlers }];

/** Undecided ones of paid registrations: on the board until a week before the exam. */
const specialArrangement: Sweep = async (tx) => {
  const { rows } = await sql<{ id: string; code: string; office_id: string; due_at: string }>`
    select id, code, office_id, starts_at - interval '7 days' as due_at from registration_desk
    where has_special_arrangement and arrangement_status = 'Open' and starts_at > app_now()
      and status in ${seated}`.execute(tx);
  return rows.map((row) => ({
    objectKind: 'application',
    objectId: row.id,
    officeId: row.office_id,
    dueAt: row.due_at,
    label: row.code,
  }));
};

export const sweeps: Sweeps = { specialArrangement };
