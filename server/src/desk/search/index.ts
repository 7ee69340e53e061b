/** The console's one search field. */
export { staffRoutes } from './staff-routes.ts';
