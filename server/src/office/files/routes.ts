import { attachmentCalls } from '@exam/contract/calls';
import { filesStaffCalls } from '@exam/contract/staff';
import { reading } from '#platform/database';
import type { Handlers, Routes } from '#platform/http';
import type { StaffHandlers, StaffRoutes } from '#platform/staff-http';
import { findOwnFiles } from './store.ts';
import { keepFile, sendOwnFile } from './upload.ts';

const calls = {
  'formAttachment.upload': attachmentCalls['formAttachment.upload'],
  'formAttachment.get': attachmentCalls['formAttachment.get'],
  'formAttachment.list': attachmentCalls['formAttachment.list'],
};

const handlers: Handlers<typeof calls> = {
  'formAttachment.upload': ({ account, upload }) => keepFile({ accountId: account.id }, upload),
  'formAttachment.get': ({ account, params }) => sendOwnFile({ accountId: account.id }, params.id),
  'formAttachment.list': ({ account, body }) =>
    reading((tx) => findOwnFiles(tx, { accountId: account.id, ids: body.ids })),
};

export const routes: Routes[] = [{ calls, handlers }];

const staffHandlers: StaffHandlers<typeof filesStaffCalls> = {
  'files.upload': ({ staff, upload }) => keepFile({ staffId: staff.id }, upload),
};

export const staffRoutes: StaffRoutes[] = [{ calls: filesStaffCalls, handlers: staffHandlers }];
