import type { Cron, Tasks } from '#platform/worker';
import { sweepWork } from './sweeps.ts';

/** What waits for staff: opened and closed by the domains whose objects it is about. The board itself is `#office/today`. */
export {
  changeItem,
  closeItem,
  forgetItems,
  type ItemChange,
  type ItemRow,
  objectIdOfYear,
  openItem,
  waitingFor,
  type NewItem,
  type WorkKind,
} from './items.ts';
export { staffOver } from './over-limit.ts';
export { type About, type AboutReaders, type ReadAbout, readAbouts, useAbouts } from './about.ts';
export { type Sweep, type Sweeps, useSweeps } from './sweeps.ts';

export const tasks: Tasks = { 'workItems.sweep': sweepWork };
export const crons: Cron[] = [{ task: 'workItems.sweep', match: '*/5 * * * *' }];
