/** Notes of staff among themselves about an object. */
export { staffRoutes } from './routes.ts';
