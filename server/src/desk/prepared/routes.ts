import { preparedCalls } from '@exam/contract/calls';
import type { Handlers, Routes } from '#platform/http';
import { preparedFor, refusePrepared, takeOver } from './take.ts';

const handlers: Handlers<typeof preparedCalls> = {
  'prepared.mine': ({ account, language }) => preparedFor(account.id, language),
  'prepared.take': ({ account, params }) => takeOver(account.id, params.id),
  'prepared.refuse': ({ account, params }) => refusePrepared(account.id, params.id),
};

/** What the portal calls of this domain. */
export const routes: Routes[] = [{ calls: preparedCalls, handlers }];
