import type { Sweeps } from '#office/work-items';
import { reportsDue } from './report-filing.ts';

/** What the privacy officers answer for: the yearly report on minors' data, and whose data was seen in an incident. */
export { retention } from './retention.ts';
export { staffRoutes } from './staff-routes.ts';

// A year ends by itself: time alone puts its report on the board.
export const sweeps: Sweeps = { minorsReportDue: reportsDue };
