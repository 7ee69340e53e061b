import { postResultsOfferStaffCalls, postResultsStaffCalls } from '@exam/contract/staff';
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
import { choicesOf, exportRequests, findExports, previewExport } from './export.ts';
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

const handlers: StaffHandlers<typeof postResultsStaffCalls> = {
  'postResults.choices': () => reading(choicesOf),
  'postResults.search': ({ body, staff }) =>
    seek({
      staff,
      call: 'postResults.search',
      text: body.search,
      by: ['name'],
      find: (tx) => searchDesk(tx, staff, body),
      foundIn: ({ list }) => list.map(({ id }) => ({ kind: 'postTest', id })),
    }),
  'postResults.get': ({ staff, params }) => inTransaction((tx) => showDesk(tx, staff, params.id)),
  'postResults.take': ({ staff, params: { id }, body }) =>
    acted(staff, id, (tx) => takeRequest(tx, staff, { id, ...body })),
  'postResults.approveCancellation': ({ staff, params: { id }, body }) =>
    acted(staff, id, (tx) => approveCancellation(tx, staff, { id, ...body })),
  'postResults.rejectCancellation': ({ staff, params: { id }, body }) =>
    acted(staff, id, (tx) => rejectCancellation(tx, staff, { id, ...body })),
  'postResults.refuse': ({ staff, params: { id }, body }) =>
    acted(staff, id, (tx) => refuseRequest(tx, staff, { id, ...body })),
  'postResults.complete': ({ staff, params: { id }, body }) =>
    acted(staff, id, (tx) => recordOutcome(tx, staff, { id, ...body })),
  'postResults.correct': ({ staff, params: { id }, body }) =>
    acted(staff, id, (tx) => proposeCorrection(tx, staff, { id, ...body })),
  'postResults.addFiles': ({ staff, params: { id }, body }) =>
    acted(staff, id, (tx) => addFiles(tx, staff, { id, ...body })),
  'postResults.file': async ({ staff, params: { id, fileId }, body: { reason } }) => {
    await inTransaction(async (tx) => {
      await showDesk(tx, staff, id);
      const object = { kind: 'postTest', id } as const;
      const entryId = await audit(tx, { staff, action: 'postTest.file', object, reason, after: { fileId } });
      await openRecords(tx, staff, { kind: 'postTest', ids: [id], purpose: 'postResults.file', reason, entryId });
    });
    return await sendFileOf([id], fileId);
  },
  'postResults.clearUci': ({ staff, params: { id }, body }) =>
    acted(staff, id, (tx) => clearUci(tx, staff, { id, ...body })),
  'postResults.previewExport': ({ staff, body }) => reading((tx) => previewExport(tx, staff, body.productId)),
  'postResults.export': ({ staff, body }) => inTransaction((tx) => exportRequests(tx, staff, body)),
  'postResults.exports': ({ body }) => reading((tx) => findExports(tx, body)),
  'postResults.readOutcomes': ({ staff, upload }) => readOutcomes(staff, upload?.content ?? null),
  'postResults.recordOutcomes': ({ staff, body }) => recordOutcomes(staff, body.rows),
};

const offer: StaffHandlers<typeof postResultsOfferStaffCalls> = {
  'postResults.offer': ({ params }) => reading((tx) => showOffer(tx, params.productId)),
  'postResults.addSeries': async ({ staff, body }) => {
    await inTransaction((tx) => addSeries(tx, staff, body));
    return null;
  },
  'postResults.saveWindow': async ({ staff, body }) => {
    await inTransaction((tx) => saveWindow(tx, staff, body));
    return null;
  },
  'postResults.setAgeLimit': async ({ staff, body }) => {
    await inTransaction((tx) => setAgeLimit(tx, staff, body));
    return null;
  },
  'postResults.proposeFees': ({ staff, body }) => inTransaction((tx) => proposeFees(tx, staff, body)),
};

/** The calls of the console about post-test requests and what is on offer. */
export const staffRoutes: StaffRoutes[] = [
  { calls: postResultsStaffCalls, handlers },
  { calls: postResultsOfferStaffCalls, handlers: offer },
];
