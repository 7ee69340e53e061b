import { whenOwnerLostPhone } from '#people/accounts';
import { forgetOldChallenges } from './challenges.ts';
import { deletePasskeysOf } from './store.ts';

export { routes } from './routes.ts';
export { deletePasskeysOf } from './store.ts';

whenOwnerLostPhone(deletePasskeysOf);

/** Tasks of the worker, and when they run. */
export const tasks = { 'passkeys.forget': forgetOldChallenges };
export const crons = [{ task: 'passkeys.forget', match: '23 * * * *' }];
