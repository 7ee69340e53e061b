import type { Cron, Tasks } from '#platform/worker';
import { writeJournal } from './journal.ts';

/** Backup and restore with nothing but the driver, and the journal by which whoever was erased stays so. */
export { makeBackup } from './make.ts';
export { BackupError } from './manifest.ts';
export { restoreBackup } from './restore.ts';

export const tasks: Tasks = { 'retention.journal': () => writeJournal() };
export const crons: Cron[] = [{ task: 'retention.journal', match: '* * * * *' }];
