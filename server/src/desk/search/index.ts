/** The console's one search field. */
export { staffRoutes } from './routes.ts';
