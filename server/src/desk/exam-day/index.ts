/** The exam day: who is expected, who came, and who leaves with whom. */
export { staffRoutes } from './staff-routes.ts';
