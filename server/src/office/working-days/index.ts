import type { Sweeps } from '#office/work-items';
import { yearsToConfirm } from './days.ts';

/** The calendar of working days, which staff keep (3-domain 5.2). */
export { readWorkingCalendar } from './days.ts';
export { loadKnownCalendar } from './known-days.ts';
export { staffRoutes } from './staff-routes.ts';

export const sweeps: Sweeps = { holidaysToConfirm: yearsToConfirm };
