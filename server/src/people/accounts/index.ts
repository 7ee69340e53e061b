import type { Proposals } from '#office/approvals';
import { inTransaction } from '#platform/database';
import { forgetFree } from './contacts/kept-contacts.ts';
import { forgetMoves, performMove } from './contacts/move-number.ts';
import { forgetOver } from './tickets.ts';

export { routes } from './routes.ts';
export { staffRoutes } from './staff-routes.ts';
export { findAccountsBy } from './staff-acts.ts';
export { accountContact, checkAdultAccount, languageOfActive, reachOf } from './contacts/contact.ts';
export type { AccountContact } from './contacts/contact.ts';
export { type ForgetWaysIn, useWaysIn } from './contacts/owner-lost.ts';
export { noteDevice } from './sign-in/devices.ts';
export type { Arriving } from './sign-in/enter.ts';
export { closeAccountRow, lockToClose } from './close-row.ts';
export { beginSession, checkFreshProof, identify } from './session.ts';
export type { Origin } from './session.ts';
export { lockedPhoneOf, signInAs, tellOwner } from './sign-in/sign-in-as.ts';
export { retention } from './retention.ts';
export { sealBirthDates } from './seal-birth-dates.ts';
export { lastUsedBy, openOnesOf } from './unused.ts';
export { createAccount, findAccount, keepAccountOpen } from './store.ts';
export type { NewAccount } from './store.ts';

export const proposals: Proposals = { numberMove: performMove };

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
