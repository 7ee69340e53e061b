import { closingCalls } from '@exam/contract/calls';
import { inTransaction } from '#platform/database';
import type { Handlers } from '#platform/http';
import { blockersOf } from './blockers.ts';
import { closeAccount } from './close-account.ts';

export { blockersOf } from './blockers.ts';
export { closeAgain, closeOfDeceased } from './close-account.ts';

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
