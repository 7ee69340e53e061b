import { attachmentCalls } from '@exam/contract/calls';
import type { Handlers, Routes } from '#platform/http';
import { keepFile, sendOwnFile } from './upload.ts';

const calls = {
  'formAttachment.upload': attachmentCalls['formAttachment.upload'],
  'formAttachment.get': attachmentCalls['formAttachment.get'],
};

const handlers: Handlers<typeof calls> = {
  'formAttachment.upload': ({ account, upload }) => keepFile({ accountId: account.id }, upload),
  'formAttachment.get': ({ account, params }) => sendOwnFile({ accountId: account.id }, params.id),
};

export const routes: Routes[] = [{ calls, handlers }];
