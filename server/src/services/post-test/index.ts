import type { AboutReaders } from '#office/work-items';
import type { Proposals } from '#office/approvals';
import type { OrderFollowers } from '#checkout/orders';
import type { Cron, Tasks } from '#platform/worker';
import { performDecision } from './outcome/decide.ts';
import { postTestFollower } from './follow.ts';
import { feesKind, performFees } from './offer.ts';
import { performCorrection } from './outcome/outcome.ts';
import { lapseDrafts } from './sweep.ts';
import { aboutPostTests } from './about.ts';

/** Post-test services: what awarding bodies do after results, from the draft to the outcome. Orders and payments lie below it. */
export { routes } from './routes.ts';
export { keepGuardianOfRequest } from './keep-guardian.ts';
export { staffRoutes } from './staff-routes.ts';
export { countOpenRequests } from './request/open-requests.ts';
export { confirmRequest } from './request/confirm.ts';
export { handFiles, performRefusal } from './staff-acts.ts';
export { forgetPostTestDraftsOf, saveDraft } from './request/draft.ts';
export {
  forgetDraftsOf,
  liftRequests,
  requestIdsOfCandidate,
  requestsOfCandidate,
  restrictRequests,
} from './restrict.ts';
export { performOutcome } from './outcome/outcome.ts';
export {
  forgetAccountOfPostTests,
  forgetRefundsOfPostTests,
  formClock,
  isDraft,
  isRecord,
  overOn,
  retention,
  hasRequests,
} from './retention.ts';
export { lockRequest } from './store.ts';

export const followers: OrderFollowers = { PostTest: postTestFollower };
export const proposals: Proposals = {
  postTestRefund: performDecision,
  [feesKind]: performFees,
  postTestCorrection: performCorrection,
};

export const tasks: Tasks = { 'postTest.lapse': lapseDrafts };
export const crons: Cron[] = [{ task: 'postTest.lapse', match: '*/5 * * * *' }];

export const abouts: AboutReaders = { postTest: aboutPostTests };
