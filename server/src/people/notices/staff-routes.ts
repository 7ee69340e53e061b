import { messagesStaffCalls } from '@exam/contract/staff';
import { inTransaction } from '#platform/database';
import type { StaffHandlers, StaffRoutes } from '#platform/staff-http';
import { resend } from './resend.ts';

const calls = { 'messages.resend': messagesStaffCalls['messages.resend'] };

const handlers: StaffHandlers<typeof calls> = {
  'messages.resend': ({ params, body, staff }) => inTransaction((tx) => resend(tx, staff, { ...params, ...body })),
};

export const staffRoutes: StaffRoutes[] = [{ calls, handlers }];
