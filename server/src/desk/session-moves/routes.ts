import { applicationCalls } from '@exam/contract/calls';
import { showApplication } from '#registering/applications';
import { inTransaction } from '#platform/database';
import type { Handlers, Routes } from '#platform/http';
import { chooseAfterMove } from './choose.ts';

const calls = { 'application.chooseAfterMove': applicationCalls['application.chooseAfterMove'] };

const handlers: Handlers<typeof calls> = {
  'application.chooseAfterMove': async ({ account, params, body, language }) => {
    const own = { accountId: account.id, applicationId: params.id };
    await inTransaction((tx) => chooseAfterMove(tx, { ...own, choice: body.choice }));
    return await showApplication(account.id, params.id, language);
  },
};

export const routes: Routes[] = [{ calls, handlers }];
