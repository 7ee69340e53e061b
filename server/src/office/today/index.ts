/** The Today board: what waits for staff, by working time left; taken, handed on, put to sleep. */
export { staffRoutes } from './staff-routes.ts';
