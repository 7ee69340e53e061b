import { notesStaffCalls } from '@exam/contract/staff';
import { inTransaction, reading } from '#platform/database';
import type { StaffHandlers, StaffRoutes } from '#platform/staff-http';
import { addNote, listNotes } from './notes.ts';

const handlers: StaffHandlers<typeof notesStaffCalls> = {
  'notes.list': ({ params, staff }) => reading((tx) => listNotes(tx, staff, params)),
  'notes.add': ({ params, body, staff }) => inTransaction((tx) => addNote(tx, staff, { ...params, ...body })),
};

export const staffRoutes: StaffRoutes[] = [{ calls: notesStaffCalls, handlers }];
