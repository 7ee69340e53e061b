import { attachmentCalls, candidateCalls } from '@exam/contract/calls';
import { keepingOf } from '#people/candidates';
import { inTransaction, reading } from '#platform/database';
import { refuse } from '#platform/errors';
import type { Handlers } from '#platform/http';
import { takeLimit } from '#platform/limits';
import { checkKept, correctRow, previewFile } from './preview.ts';
import { readSheets } from './file/read-file.ts';
import { saveImport } from './save.ts';
import { findImport } from './store.ts';
import { faultsFile, importTemplate } from './template.ts';

const calls = {
  'attachment.importTemplate': attachmentCalls['attachment.importTemplate'],
  'candidate.previewImport': candidateCalls['candidate.previewImport'],
  'candidate.correctImport': candidateCalls['candidate.correctImport'],
  'candidate.importFaults': candidateCalls['candidate.importFaults'],
  'candidate.saveImport': candidateCalls['candidate.saveImport'],
};

const handlers: Handlers<typeof calls> = {
  // `dateTime` only keeps old caches out of the way.
  'attachment.importTemplate': async () => ({ content: await importTemplate(), fileName: 'candidates.xlsx' }),
  'candidate.previewImport': async ({ account, upload }) => {
    if (!upload) return refuse('IMPORT_FORMAT');
    await takeLimit('import.account', account.id);
    const sheets = await readSheets(upload.content);
    return inTransaction((tx) => previewFile(tx, account.id, sheets));
  },
  'candidate.correctImport': ({ account, params, body }) =>
    inTransaction((tx) => correctRow(tx, { accountId: account.id, id: params.id, ...body })),
  'candidate.importFaults': async ({ account, params, language }) => {
    const rows = await reading(async (tx) => {
      const kept = await findImport(tx, { accountId: account.id, id: params.id });
      return kept ? checkKept(tx, account.id, kept) : refuse('NOT_FOUND');
    });
    return { content: await faultsFile(rows, language), fileName: 'candidates-to-correct.xlsx' };
  },
  'candidate.saveImport': (call) =>
    inTransaction((tx) => saveImport(tx, { keeping: keepingOf(call), id: call.body.previewId })),
};

/** The calls of this domain. */
export const routes = [{ calls, handlers }];
