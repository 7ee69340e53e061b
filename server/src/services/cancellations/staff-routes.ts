import { cancellationsStaffCalls } from '@exam/contract/staff';
import { sendFileOf } from '#office/files';
import { openRecords, seek } from '#office/access';
import { audit } from '#office/audit';
import { inTransaction, reading } from '#platform/database';
import { refuse } from '#platform/errors';
import type { StaffActor, StaffHandlers, StaffRoutes } from '#platform/staff-http';
import { approveCancellation, rejectCancellation } from './decide.ts';
import { askForDocuments } from './documents.ts';
import { findRequest, findRequests } from './staff-queries.ts';
import { applicationsOf } from './store.ts';

const handlers: StaffHandlers<typeof cancellationsStaffCalls> = {
  'cancellations.search': ({ body, staff }) =>
    seek({
      staff,
      call: 'cancellations.search',
      text: body.search,
      by: ['name'],
      find: (tx) => findRequests(tx, staff, body),
      foundIn: ({ list }) => list.map(({ applicationId }) => ({ kind: 'application', id: applicationId })),
    }),
  'cancellations.get': ({ params: { id }, staff }) =>
    inTransaction(async (tx) => {
      const found = await findRequest(tx, staff, id);
      const ids = await applicationsOf(tx, id);
      await openRecords(tx, staff, { kind: 'application', ids, purpose: 'cancellations.get' });
      return found;
    }),
  'cancellations.approve': ({ params, body, staff }) => {
    checkAny(staff, ['cancellations:approve', 'cancellations:write', 'refunds:write']);
    const { version, overrides, reason = null } = body;
    return inTransaction((tx) => approveCancellation(tx, staff, { requestId: params.id, version, overrides, reason }));
  },
  'cancellations.reject': async ({ params, body, staff }) => {
    checkAny(staff, ['cancellations:approve', 'cancellations:write']);
    await inTransaction((tx) => rejectCancellation(tx, staff, { requestId: params.id, ...body }));
  },
  'cancellations.askForDocuments': async ({ params, body: { version, reason }, staff }) => {
    await inTransaction((tx) => askForDocuments(tx, staff, { requestId: params.id, version, message: reason }));
  },
  'cancellations.document': async ({ params: { id, fileId }, body: { reason }, staff }) => {
    await reading((tx) => findRequest(tx, staff, id));
    await inTransaction(async (tx) => {
      const object = { kind: 'cancellation', id } as const;
      const entryId = await audit(tx, { staff, action: 'cancellations.document', object, reason, after: { fileId } });
      const ids = await applicationsOf(tx, id);
      await openRecords(tx, staff, { kind: 'application', ids, purpose: 'cancellations.document', reason, entryId });
    });
    return await sendFileOf([id], fileId);
  },
};

export const staffRoutes: StaffRoutes[] = [{ calls: cancellationsStaffCalls, handlers }];

type Right = 'cancellations:approve' | 'cancellations:write' | 'refunds:write';

/** @throws Refusal FORBIDDEN without any of these rights. */
function checkAny(staff: StaffActor, rights: readonly Right[]): void {
  if (!rights.some((right) => staff.permissions.has(right))) refuse('FORBIDDEN');
}
