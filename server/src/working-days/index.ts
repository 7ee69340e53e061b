/** The working-day calendar as staff keep it (3-domain 5.2). */
export { staffRoutes } from './routes.ts';
