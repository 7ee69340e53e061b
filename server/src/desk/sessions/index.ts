import * as z from 'zod/mini';
import type { Proposals } from '#office/approvals';
import type { AboutReaders, Sweeps } from '#office/work-items';
import type { Cron, Tasks } from '#platform/worker';
import { endOrder } from './end-order.ts';
import { feesKind, performFees } from './prices/fees.ts';
import { performPublication, publicationKind } from './publish.ts';
import { venuesMissing } from './venue-missing.ts';
import { emptySession, performWithdrawal, sweepWithdrawn, withdrawalKind } from './withdraw.ts';
import { aboutSessions } from './about.ts';

/** Sessions as staff make and keep them: planning, publication, capacity, price and withdrawal. */
export { countFollowing, repriceSessions } from './prices/reprice.ts';
export { staffRoutes } from './staff-routes.ts';

export const proposals: Proposals = {
  [feesKind]: performFees,
  [publicationKind]: performPublication,
  [withdrawalKind]: performWithdrawal,
};

// The days before an exam pass by themselves: time alone puts a missing venue on the board.
export const sweeps: Sweeps = { venueMissing: venuesMissing };

const ofSession = z.object({ sessionId: z.uuid() });
const ofOrder = z.object({ orderId: z.uuid() });

export const tasks: Tasks = {
  'sessionDesk.empty': async (payload) => void (await emptySession(ofSession.parse(payload))),
  'sessionDesk.endOrder': async (payload) => endOrder(ofOrder.parse(payload)),
  'sessionDesk.sweep': sweepWithdrawn,
};

export const crons: Cron[] = [{ task: 'sessionDesk.sweep', match: '*/2 * * * *' }];

export const abouts: AboutReaders = { session: aboutSessions };
