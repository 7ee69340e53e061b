/** Papers that staff file on registrations, and investigations into cheating (S-18). */
export { caseClosed, paperClock, retention } from './retention.ts';
export { staffRoutes } from './staff-routes.ts';
