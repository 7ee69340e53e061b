/**
 * Tests that are known to fail and do not hold up the rest. They run all the same: a failure of theirs is not counted, a success is said.
 * At most ten rows, none for long: a row is a debt that every run names.
 */
export type Parked = {
  /** The file from the root of the project, a colon, and the title: as a failure is named. */
  test: string;
  /** The day it was parked. */
  since: string;
  why: string;
  /** What nobody notices meanwhile. */
  wouldShow: string;
};

/** How many tests may be parked at the same time. */
export const mostParked = 10;

export const parked: readonly Parked[] = [];
