/** What staff see and do about orders and their money; the acts themselves belong to orders, payments and refunds. */
export { staffRoutes } from './staff-routes.ts';
