/** What staff may do with a session: the events of 9.7, the edits that are none, and a copy. */
export const sessionActions = [
  'publish',
  'takeBack',
  'withdraw',
  'edit',
  'changeCapacity',
  'changeFees',
  'changeWindow',
  'move',
  'clone',
] as const;
export type SessionAction = (typeof sessionActions)[number];
