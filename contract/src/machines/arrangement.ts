import { defineMachine } from './machine.ts';

/** What became of a special arrangement that was asked for. */
export const arrangementStates = ['Open', 'Granted', 'Refused'] as const;
export type ArrangementStatus = (typeof arrangementStates)[number];

/** A decision may be revised until the exam begins; the candidate is told each time. */
export const arrangementMachine = defineMachine({
  initial: 'Open',
  states: arrangementStates,
  events: {
    grant: { from: ['Open', 'Refused', 'Granted'], to: 'Granted', by: ['staff'] },
    refuse: { from: ['Open', 'Granted'], to: 'Refused', by: ['staff'] },
  },
});
