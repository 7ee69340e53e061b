import { closingCalls } from '@exam/contract/calls';
import { inTransaction } from '#platform/database';
import type { Handlers } from '#platform/http';
import type { Cron, Tasks } from '#platform/worker';
import { blockersOf } from './blockers.ts';
import { closeAccount } from './close-account.ts';
import { tellUnused } from './unused.ts';

export { blockersOf } from './blockers.ts';
export { closeAgain, closeOfDeceased } from './close-account.ts';
export { retention } from './unused.ts';

const handlers: Handlers<typeof closingCalls> = {
  'user.closingBlockers': async ({ account }) => {
    const blockers = await inTransaction((tx) => blockersOf(tx, account.id));
    return { isClosable: blockers.length === 0, blockers };
  },
  'user.closeAccount': async (call) => {
    await closeAccount(call);
    call.setSession(null);
  },
};

/** Closing an account: what is in its way, and the closing itself. */
export const routes = [{ calls: closingCalls, handlers }];

export const tasks: Tasks = { 'accounts.tellUnused': tellUnused };

// Ten in the morning in China.
export const crons: Cron[] = [{ task: 'accounts.tellUnused', match: '0 2 * * *' }];
