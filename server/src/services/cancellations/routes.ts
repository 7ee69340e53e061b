import { applicationCalls } from '@exam/contract/calls';
import { showApplication } from '#registering/applications';
import { inTransaction, reading } from '#platform/database';
import type { Handlers, Routes } from '#platform/http';
import { addDocuments } from './documents.ts';
import { quoteCancellation, requestCancellation } from './request.ts';
import { takeBackRequest } from './take-back.ts';

const calls = {
  'application.requestCancellation': applicationCalls['application.requestCancellation'],
  'application.cancellationQuote': applicationCalls['application.cancellationQuote'],
  'application.addCancellationDocuments': applicationCalls['application.addCancellationDocuments'],
  'application.takeBackCancellation': applicationCalls['application.takeBackCancellation'],
};

const handlers: Handlers<typeof calls> = {
  'application.requestCancellation': async ({ account, query: { applicationId }, body, language }) => {
    const { reason, documentIds, expectedAmount = null } = body;
    const own = { accountId: account.id, applicationId };
    await inTransaction((tx) => requestCancellation(tx, { ...own, reason, documentIds, expectedAmount }));
    return await showApplication(account.id, applicationId, language);
  },
  'application.cancellationQuote': ({ account, params, language }) =>
    reading((tx) => quoteCancellation(tx, { accountId: account.id, applicationId: params.id, language })),
  'application.addCancellationDocuments': async ({ account, params, body, language }) => {
    const own = { accountId: account.id, applicationId: params.id };
    await inTransaction((tx) => addDocuments(tx, { ...own, documentIds: body.documentIds }));
    return await showApplication(account.id, params.id, language);
  },
  'application.takeBackCancellation': async ({ account, params, language }) => {
    await inTransaction((tx) => takeBackRequest(tx, { accountId: account.id, applicationId: params.id }));
    return await showApplication(account.id, params.id, language);
  },
};

export const routes: Routes[] = [{ calls, handlers }];
