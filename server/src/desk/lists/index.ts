/** What every list of the console has beside its own call: saved views and the export of what it shows. */
export { staffRoutes } from './staff-routes.ts';
export { useListHandlers } from './export.ts';
