/** Laying our books beside the channels' statements, and closing the days on which they agree. */
export { staffRoutes } from './staff-routes.ts';
