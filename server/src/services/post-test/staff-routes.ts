import { postTestOfferStaffCalls, postTestsStaffCalls } from '@exam/contract/staff';
import { openRecords, seek } from '#office/access';
import { audit } from '#office/audit';
import { sendFileOf } from '#office/files';
import { inTransaction, reading, type Tx } from '#platform/database';
import type { StaffActor, StaffHandlers, StaffRoutes } from '#platform/staff-http';
import {
  addFiles,
  approveCancellation,
  clearUci,
  refuseRequest,
  rejectCancellation,
  takeRequest,
} from './staff-acts.ts';
import { searchDesk, showDesk } from './staff-queries.ts';
import { choicesOf, exportAgain, exportRequests, findExports, previewExport } from './export.ts';
import { addSeries, proposeFees, saveWindow, setAgeLimit, showOffer } from './offer.ts';
import { proposeCorrection, recordOutcome } from './outcome/outcome.ts';
import { readOutcomes, recordOutcomes } from './outcome/file.ts';

/** Does something to a request and shows it as it is then. */
async function acted(staff: StaffActor, id: string, act: (tx: Tx) => Promise<void>) {
  return await inTransaction(async (tx) => {
    await act(tx);
    return await showDesk(tx, staff, id);
  });
}

const handlers: StaffHandlers<typeof postTestsStaffCalls> = {
  'postTests.choices': () => reading(choicesOf),
  'postTests.search': ({ body, staff }) =>
    seek({
      staff,
      call: 'postTests.search',
      text: body.search,
      by: ['name'],
      find: (tx) => searchDesk(tx, staff, body),
      foundIn: ({ list }) => list.map(({ id }) => ({ kind: 'postTest', id })),
    }),
  'postTests.get': ({ staff, params }) => inTransaction((tx) => showDesk(tx, staff, params.id)),
  'postTests.take': ({ staff, params: { id }, body }) =>
    acted(staff, id, (tx) => takeRequest(tx, staff, { id, ...body })),
  'postTests.approveCancellation': ({ staff, params: { id }, body }) =>
    acted(staff, id, (tx) => approveCancellation(tx, staff, { id, ...body })),
  'postTests.rejectCancellation': ({ staff, params: { id }, body }) =>
    acted(staff, id, (tx) => rejectCancellation(tx, staff, { id, ...body })),
  'postTests.refuse': ({ staff, params: { id }, body }) =>
    acted(staff, id, (tx) => refuseRequest(tx, staff, { id, ...body })),
  'postTests.complete': ({ staff, params: { id }, body }) =>
    acted(staff, id, (tx) => recordOutcome(tx, staff, { id, ...body })),
  'postTests.correct': ({ staff, params: { id }, body }) =>
    acted(staff, id, (tx) => proposeCorrection(tx, staff, { id, ...body })),
  'postTests.addFiles': ({ staff, params: { id }, body }) =>
    acted(staff, id, (tx) => addFiles(tx, staff, { id, ...body })),
  'postTests.file': async ({ staff, params: { id, fileId }, body: { reason } }) => {
    await inTransaction(async (tx) => {
      await showDesk(tx, staff, id);
      const object = { kind: 'postTest', id } as const;
      const entryId = await audit(tx, { staff, action: 'postTest.file', object, reason, after: { fileId } });
      await openRecords(tx, staff, { kind: 'postTest', ids: [id], purpose: 'postResults.file', reason, entryId });
    });
    return await sendFileOf([id], fileId);
  },
  'postTests.clearUci': ({ staff, params: { id }, body }) =>
    acted(staff, id, (tx) => clearUci(tx, staff, { id, ...body })),
  'postTests.previewExport': ({ staff, body }) => reading((tx) => previewExport(tx, staff, body.productId)),
  'postTests.export': ({ staff, body: { exportId, ...body } }) =>
    inTransaction((tx) => (exportId ? exportAgain(tx, staff, { ...body, exportId }) : exportRequests(tx, staff, body))),
  'postTests.exports': ({ body }) => reading((tx) => findExports(tx, body)),
  'postTests.readOutcomes': ({ staff, upload }) => readOutcomes(staff, upload?.content ?? null),
  'postTests.recordOutcomes': ({ staff, body }) => recordOutcomes(staff, body.rows),
};

const offer: StaffHandlers<typeof postTestOfferStaffCalls> = {
  'postTests.offer': ({ params }) => reading((tx) => showOffer(tx, params.productId)),
  'postTests.addSeries': async ({ staff, body }) => {
    await inTransaction((tx) => addSeries(tx, staff, body));
    return null;
  },
  'postTests.saveWindow': async ({ staff, body }) => {
    await inTransaction((tx) => saveWindow(tx, staff, body));
    return null;
  },
  'postTests.setAgeLimit': async ({ staff, body }) => {
    await inTransaction((tx) => setAgeLimit(tx, staff, body));
    return null;
  },
  'postTests.proposeFees': ({ staff, body }) => inTransaction((tx) => proposeFees(tx, staff, body)),
};

/** The calls of the console about post-test requests and what is on offer. */
export const staffRoutes: StaffRoutes[] = [
  { calls: postTestsStaffCalls, handlers },
  { calls: postTestOfferStaffCalls, handlers: offer },
];
