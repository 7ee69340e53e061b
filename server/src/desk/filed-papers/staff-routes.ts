import { filedPapersStaffCalls } from '@exam/contract/staff';
import { openRecords } from '#office/access';
import { audit } from '#office/audit';
import { sendFileOf } from '#office/files';
import { inTransaction } from '#platform/database';
import type { StaffHandlers, StaffRoutes } from '#platform/staff-http';
import { closeCase, openCase } from './cases.ts';
import { addDocument } from './add.ts';
import { findFile, findFiled, ownRegistration } from './queries.ts';

const handlers: StaffHandlers<typeof filedPapersStaffCalls> = {
  'filedPapers.list': ({ params: { id }, staff }) =>
    inTransaction(async (tx) => {
      await ownRegistration(tx, staff, id);
      await openRecords(tx, staff, { kind: 'application', ids: [id], purpose: 'applications.get' });
      return await findFiled(tx, id);
    }),
  'filedPapers.add': async ({ params, body, staff }) => ({
    id: await inTransaction((tx) => addDocument(tx, staff, { applicationId: params.id, ...body })),
  }),
  'filedPapers.document': async ({ params: { id, documentId }, body: { reason }, staff }) => {
    const fileId = await inTransaction(async (tx) => {
      const { personKey } = await ownRegistration(tx, staff, id);
      const found = await findFile(tx, id, documentId);
      const object = { kind: 'filedDocument', id: documentId } as const;
      const after = { fileId: found, kind: 'application', objectId: id } as const;
      const entryId = await audit(tx, { staff, action: 'filing.document', object, reason, after, people: [personKey] });
      await openRecords(tx, staff, { kind: 'application', ids: [id], purpose: 'filing.document', reason, entryId });
      return found;
    });
    return await sendFileOf([documentId], fileId);
  },
  'filedPapers.openCase': async ({ params, body, staff }) => ({
    id: await inTransaction((tx) => openCase(tx, staff, { applicationId: params.id, ...body })),
  }),
  'filedPapers.closeCase': ({ params, body, staff }) =>
    inTransaction((tx) => closeCase(tx, staff, { applicationId: params.id, caseId: params.caseId, ...body })),
};

/** The calls of the console about filed papers. */
export const staffRoutes: StaffRoutes[] = [{ calls: filedPapersStaffCalls, handlers }];
