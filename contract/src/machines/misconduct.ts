import { defineMachine } from './machine.ts';

/** How far an investigation into cheating is. */
export const misconductStates = ['Open', 'Closed'] as const;
export type MisconductStatus = (typeof misconductStates)[number];

/** A case is closed once; the ten years of its evidence begin then (S-18). */
export const misconductMachine = defineMachine({
  initial: 'Open',
  states: misconductStates,
  events: { close: { from: ['Open'], to: 'Closed', by: ['staff'] } },
});
