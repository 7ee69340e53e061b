import type { Cron, Tasks } from '#platform/worker';
import { lapseProposals } from './lapse.ts';

/** What needs two persons (S-16): domains propose, a second person decides, the domain performs. */
export { staffRoutes } from './staff-routes.ts';
export { refusals } from './refusals.ts';
export {
  decidableProposals,
  hasOpenProposal,
  objectsOfProposals,
  openProposalAbout,
  openProposalsAbout,
  isAnswerProposed,
  proposalsAbout,
} from './queries.ts';
export { decide, takeBack } from './decide.ts';
export { checkSecondPerson } from './second-person.ts';
export { forgetProposals, forgetWords } from './forget.ts';
export { propose, type NewProposal } from './propose.ts';
export { decidableKinds, type Proposal, type Proposals, useProposals } from './registry.ts';

export const tasks: Tasks = { 'approvals.lapse': lapseProposals };
export const crons: Cron[] = [{ task: 'approvals.lapse', match: '7,37 * * * *' }];
