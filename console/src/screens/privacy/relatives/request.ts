import { type RelativeKind, relativeKinds } from '@exam/contract/rules';
import type { RightsPage } from '@exam/contract/staff';

/** A request of a close relative of somebody who has died. */
export type RelativeAsking = RightsPage & { relative: NonNullable<RightsPage['relative']> };

/** Whether a relative asks, and the request still says who. */
export function isRelatives(request: RightsPage): request is RelativeAsking {
  return request.relative !== null;
}

/** Whether staff have still to answer. */
export const isOpenRequest = ({ status }: RightsPage): boolean => status === 'Received' || status === 'InReview';

/** What the relative asks for. */
export function relativeKindOf({ kind }: RightsPage): RelativeKind {
  return relativeKinds.find((each) => each === kind) ?? 'Correction';
}
