/** The work in the background as staff see it: what waits, what failed for good, and another try. */
export { staffRoutes } from './staff-routes.ts';
