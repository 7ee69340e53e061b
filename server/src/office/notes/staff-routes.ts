import { notesStaffCalls } from '@exam/contract/staff';
import { inTransaction } from '#platform/database';
import type { StaffHandlers, StaffRoutes } from '#platform/staff-http';
import { addNote, listNotes, readHistory } from './notes.ts';

const handlers: StaffHandlers<typeof notesStaffCalls> = {
  'notes.list': ({ params, staff }) => inTransaction((tx) => listNotes(tx, staff, params)),
  'notes.add': ({ params, body, staff }) => inTransaction((tx) => addNote(tx, staff, { ...params, ...body })),
  'audit.ofObject': ({ params, staff }) => inTransaction((tx) => readHistory(tx, staff, params)),
};

export const staffRoutes: StaffRoutes[] = [{ calls: notesStaffCalls, handlers }];
