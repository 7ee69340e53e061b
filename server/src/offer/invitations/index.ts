import { invitationsStaffCalls } from '@exam/contract/staff';
import { inTransaction, reading } from '#platform/database';
import type { StaffHandlers, StaffRoutes } from '#platform/staff-http';
import { endCode, limitCode, listCodes, makeCode, replaceCode, usesOf } from './staff-acts.ts';

/** Invitation codes: what opens a session that is not open to everybody. */
export { invitationCodeHash } from './code-hash.ts';
export { useInvitation } from './use.ts';

const handlers: StaffHandlers<typeof invitationsStaffCalls> = {
  'invitations.list': ({ params, staff }) => reading((tx) => listCodes(tx, staff, params.id)),
  'invitations.make': ({ params, body, staff }) =>
    inTransaction((tx) => makeCode(tx, staff, { sessionId: params.id, ...body })),
  'invitations.limit': ({ params, body, staff }) => inTransaction((tx) => limitCode(tx, staff, { ...params, ...body })),
  'invitations.replace': ({ params, body, staff }) =>
    inTransaction((tx) => replaceCode(tx, staff, { ...params, ...body })),
  'invitations.end': ({ params, body, staff }) => inTransaction((tx) => endCode(tx, staff, { ...params, ...body })),
  'invitations.uses': ({ params, staff }) => inTransaction((tx) => usesOf(tx, staff, params.id)),
};

export const staffRoutes: StaffRoutes[] = [{ calls: invitationsStaffCalls, handlers }];
