import type { Proposals } from '#office/approvals';
import type { Tasks } from '#platform/worker';
import { adoptAttached, attachKind, performAttach } from './attach.ts';
import { performRest, restKind } from './rest.ts';

/** What staff see and do about orders and their money; the acts themselves belong to orders, payments and refunds. */
export { staffRoutes } from './staff-routes.ts';

export const proposals: Proposals = {
  [attachKind]: performAttach,
  [restKind]: performRest,
};

export const tasks: Tasks = { 'cashier.adopt': adoptAttached };
