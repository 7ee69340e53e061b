/** Where exams are: offices, cities, venues with rooms, centres of awarding bodies. */
export { staffRoutes } from './staff-routes.ts';
