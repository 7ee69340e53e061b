/** Notes of staff among themselves about an object. */
export { forgetNotes } from './notes.ts';
export { staffRoutes } from './staff-routes.ts';
