import type { Proposals } from '#office/approvals';
import { numberProposals } from './end-former.ts';

/** The desk's side of registrations: finding, correcting, moving and withdrawing them, and their letters. */
export { staffRoutes } from './staff-routes.ts';

export const proposals: Proposals = numberProposals;
