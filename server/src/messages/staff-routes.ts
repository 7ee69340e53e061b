import { messagesStaffCalls } from '@exam/contract/staff';
import { inTransaction, reading } from '#platform/database';
import type { StaffHandlers, StaffRoutes } from '#platform/staff-http';
import {
  listTemplates,
  previewTemplate,
  readTemplate,
  resendMessage,
  resetTemplate,
  saveTemplate,
  searchMessages,
} from './desk.ts';

const handlers: StaffHandlers<typeof messagesStaffCalls> = {
  'messages.search': ({ body }) => reading((tx) => searchMessages(tx, body)),
  'messages.resend': ({ params, body, staff }) =>
    inTransaction((tx) => resendMessage(tx, staff, { ...params, ...body })),
  'messages.templates': () => reading((tx) => listTemplates(tx)),
  'messages.template': ({ params }) => reading((tx) => readTemplate(tx, params)),
  'messages.preview': ({ params, body }) => previewTemplate(params, body),
  'messages.saveTemplate': ({ params, body, staff }) =>
    inTransaction((tx) => saveTemplate(tx, staff, { ...params, ...body })),
  'messages.resetTemplate': ({ params, body, staff }) =>
    inTransaction((tx) => resetTemplate(tx, staff, { ...params, ...body })),
};

export const staffRoutes: StaffRoutes[] = [{ calls: messagesStaffCalls, handlers }];
