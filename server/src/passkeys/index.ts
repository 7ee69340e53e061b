import { forgetOldChallenges } from './challenges.ts';

export { routes } from './routes.ts';
export { deletePasskeysOf } from './store.ts';

/** Tasks of the worker, and when they run. */
export const tasks = { 'passkeys.forget': forgetOldChallenges };
export const crons = [{ task: 'passkeys.forget', match: '23 * * * *' }];
