import type { Cron, Tasks } from '#platform/worker';
import { lapseProposals } from './lapse.ts';

/** What needs two persons (S-16): domains propose, a second person decides, the domain performs. */
export { decide, takeBack } from './decide.ts';
export { propose, type NewProposal } from './propose.ts';
export { registerProposal, type Decider, type Proposal, type ProposalKind } from './registry.ts';

export const tasks: Tasks = { 'approvals.lapse': lapseProposals };
export const crons: Cron[] = [{ task: 'approvals.lapse', match: '7,37 * * * *' }];
