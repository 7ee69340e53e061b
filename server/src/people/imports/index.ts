import { inTransaction } from '#platform/database';
import { forgetOldImports } from './store.ts';

export { routes } from './routes.ts';
export { type FileCell, readSpreadsheet } from './file/read-file.ts';
export { forgetImportsOf } from './store.ts';
export { refuseTooMuch } from './file/too-much.ts';

/** Tasks of the worker, and when they run. */
export const tasks = { 'imports.forget': () => inTransaction(forgetOldImports) };
export const crons = [{ task: 'imports.forget', match: '*/5 * * * *' }];
