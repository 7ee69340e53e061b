import { forgetOldChallenges } from './challenges.ts';
import { deletePasskeysOf } from './store.ts';

export { routes } from './routes.ts';
export { deletePasskeysOf } from './store.ts';

/** Whoever found a phone may hold its passkeys. */
export const forgetWaysIn = deletePasskeysOf;

/** Tasks of the worker, and when they run. */
export const tasks = { 'passkeys.forget': forgetOldChallenges };
export const crons = [{ task: 'passkeys.forget', match: '23 * * * *' }];
