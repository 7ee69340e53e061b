import type { Proposals } from '#office/approvals';
import type { Sweeps } from '#office/work-items';
import { holdKind, openHold, releaseHold, releaseKind } from './propose.ts';
import { reviewsDue } from './review.ts';

/** Legal holds: what may not be deleted, whatever its period says. */
export { isHeld, peopleOf, personOf, waitForHolds } from './check.ts';
export { journalAgain, journalErasure, recordDeletion } from './journal.ts';
export { proposeHold, proposeRelease } from './propose.ts';
export { findHold, searchHolds } from './queries.ts';
export { openHoldAgain, releaseHoldAgain, type ReturnedHold } from './restore-holds.ts';
export type { Sweep } from './sweep.ts';

export const proposals: Proposals = {
  [holdKind]: openHold,
  [releaseKind]: releaseHold,
};
// A day of review comes by itself: time alone puts a hold on the board.
export const sweeps: Sweeps = { holdReview: reviewsDue };
