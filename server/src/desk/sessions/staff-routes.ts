import { sessionsStaffCalls } from '@exam/contract/staff';
import { readSpreadsheet } from '#people/imports';
import { inTransaction, reading } from '#platform/database';
import { refuse } from '#platform/errors';
import type { StaffHandlers, StaffRoutes } from '#platform/staff-http';
import { previewPattern } from './file/bulk.ts';
import { readChoices } from './choices.ts';
import { sessionTemplate } from './file/columns.ts';
import { cloneSession, editSession } from './edit.ts';
import { proposeFees } from './prices/fees.ts';
import { previewFile } from './file/file.ts';
import { createSession, createSessions } from './make.ts';
import { moveSession, previewMove } from './move.ts';
import { changeCapacity, changeWindow, publishSession, takeBackSession } from './publish.ts';
import { findCalendar, findSessions } from './queries.ts';
import { findHolds, showSession } from './show.ts';
import { previewWithdrawal, proposeWithdrawal } from './withdraw.ts';

const handlers: StaffHandlers<typeof sessionsStaffCalls> = {
  'sessions.search': ({ body, staff, language }) => reading((tx) => findSessions(tx, { staff, language }, body)),
  'sessions.calendar': ({ body, staff, language }) => reading((tx) => findCalendar(tx, { staff, language }, body)),
  'sessions.choices': ({ staff, language }) => reading((tx) => readChoices(tx, { staff, language })),
  'sessions.get': ({ params, staff, language }) => reading((tx) => showSession(tx, { staff, language }, params.id)),
  'sessions.create': ({ body, staff }) => inTransaction((tx) => createSession(tx, staff, body)),
  'sessions.previewPattern': ({ body, staff, language }) =>
    reading((tx) => previewPattern(tx, { staff, language }, body)),
  'sessions.template': async () => ({ content: await sessionTemplate(), fileName: 'sessions.xlsx' }),
  'sessions.previewFile': async ({ upload, staff, language }) => {
    if (!upload) return refuse('IMPORT_FORMAT');
    const file = await readSpreadsheet(upload.content);
    return reading((tx) => previewFile(tx, { staff, language }, file));
  },
  'sessions.createMany': ({ body: { sessions: plans, isPublished }, staff }) =>
    inTransaction((tx) => createSessions(tx, staff, { plans, isPublished })),
  'sessions.clone': ({ params, body, staff }) => inTransaction((tx) => cloneSession(tx, staff, { ...params, ...body })),
  'sessions.edit': ({ params, body, staff }) => inTransaction((tx) => editSession(tx, staff, { ...params, ...body })),
  'sessions.publish': ({ params, body, staff }) =>
    inTransaction((tx) => publishSession(tx, staff, { ...params, ...body })),
  'sessions.takeBack': ({ params, body, staff }) =>
    inTransaction((tx) => takeBackSession(tx, staff, { ...params, ...body })),
  'sessions.changeWindow': ({ params, body, staff }) =>
    inTransaction((tx) => changeWindow(tx, staff, { ...params, ...body })),
  'sessions.changeCapacity': ({ params, body, staff }) =>
    inTransaction((tx) => changeCapacity(tx, staff, { ...params, ...body })),
  'sessions.proposeFees': ({ params, body, staff }) =>
    inTransaction((tx) => proposeFees(tx, staff, { ...params, ...body })),
  'sessions.previewMove': ({ params, body, staff }) => reading((tx) => previewMove(tx, staff, { ...params, ...body })),
  'sessions.move': ({ params, body, staff }) => inTransaction((tx) => moveSession(tx, staff, { ...params, ...body })),
  'sessions.holds': ({ params, body, staff, language }) =>
    reading((tx) => findHolds(tx, { staff, language }, { ...params, ...body })),
  'sessions.previewWithdrawal': ({ params, staff }) => reading((tx) => previewWithdrawal(tx, staff, params.id)),
  'sessions.proposeWithdrawal': ({ params, body, staff }) =>
    inTransaction((tx) => proposeWithdrawal(tx, staff, { ...params, ...body })),
};

export const staffRoutes: StaffRoutes[] = [{ calls: sessionsStaffCalls, handlers }];
