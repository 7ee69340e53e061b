import { registerProposal } from '#office/approvals';
import { inTransaction } from '#platform/database';
import { forgetFree } from './kept-contacts.ts';
import { forgetMoves, performMove } from './move-number.ts';
import { forgetOver } from './tickets.ts';

registerProposal('numberMove', { permission: 'accounts:write', perform: performMove });

export { routes } from './routes.ts';
export { staffRoutes } from './staff-routes.ts';
export { findAccountsBy } from './desk.ts';
export { accountContact, checkAdultAccount, reachOf } from './contact.ts';
export type { AccountContact } from './contact.ts';
export { whenOwnerLostPhone } from './owner-lost.ts';
export { noteDevice } from './devices.ts';
export type { Arriving } from './enter.ts';
export { closeAccountRow, lockToClose } from './close-account.ts';
export { beginSession, checkFreshProof, identify } from './session.ts';
export type { Origin } from './session.ts';
export { lockedPhoneOf, signInAs, tellOwner } from './sign-in-as.ts';
export { retention } from './retention.ts';
export { createAccount, findAccount } from './store.ts';
export type { NewAccount } from './store.ts';

/** Tasks of the worker, and when they run. */
export const tasks = {
  'accounts.forget': () =>
    inTransaction(async (tx) => {
      await forgetOver(tx);
      await forgetFree(tx);
      await forgetMoves(tx);
    }),
};
export const crons = [{ task: 'accounts.forget', match: '41 3 * * *' }];
