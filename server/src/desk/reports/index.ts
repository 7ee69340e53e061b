/** Reports: how full sessions are, and what the ledger says of money. */
export { staffRoutes } from './staff-routes.ts';
