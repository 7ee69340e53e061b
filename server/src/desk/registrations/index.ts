/** The desk's side of registrations: finding, correcting, moving and withdrawing them, and their letters. */
export { staffRoutes } from './staff-routes.ts';
