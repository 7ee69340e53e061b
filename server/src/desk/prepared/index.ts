import { inTransaction } from '#platform/database';
import { forgetOld } from './store.ts';

/** What staff type for a family, which whoever signs in with the number takes over (decision 0101). */
export { routes } from './routes.ts';
export { staffRoutes } from './staff-routes.ts';
export { keepPrepared } from './make.ts';
export { forgetFor } from './store.ts';

export const tasks = { 'prepared.forget': () => inTransaction(forgetOld) };
export const crons = [{ task: 'prepared.forget', match: '*/5 * * * *' }];
