import { messagesStaffCalls } from '@exam/contract/staff';
import { inTransaction, reading } from '#platform/database';
import type { StaffHandlers, StaffRoutes } from '#platform/staff-http';
import {
  listTemplates,
  previewTemplate,
  readTemplate,
  resetTemplate,
  saveTemplate,
  searchMessages,
} from './staff-acts.ts';

// Sending again needs to know where an account is reached now: the notices do.
const { 'messages.resend': _resend, ...calls } = messagesStaffCalls;

const handlers: StaffHandlers<typeof calls> = {
  'messages.search': ({ body, staff }) => reading((tx) => searchMessages(tx, staff, body)),
  'messages.templates': () => reading((tx) => listTemplates(tx)),
  'messages.template': ({ params }) => reading((tx) => readTemplate(tx, params)),
  'messages.preview': ({ params, body }) => previewTemplate(params, body),
  'messages.saveTemplate': ({ params, body, staff }) =>
    inTransaction((tx) => saveTemplate(tx, staff, { ...params, ...body })),
  'messages.resetTemplate': ({ params, body, staff }) =>
    inTransaction((tx) => resetTemplate(tx, staff, { ...params, ...body })),
};

export const staffRoutes: StaffRoutes[] = [{ calls, handlers }];
