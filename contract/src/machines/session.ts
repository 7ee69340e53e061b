import { defineMachine } from './machine.ts';

/** What staff decide about a session; whether one can register is derived from it (spec 3-domain 9.7). */
export const sessionStates = ['Draft', 'Published', 'Withdrawn'] as const;

/** The publication of a session (spec 3-domain 9.7). Edits of a published one keep its state and are no events. */
export const sessionMachine = defineMachine({
  initial: 'Draft',
  states: sessionStates,
  events: {
    publish: { from: ['Draft'], to: 'Published', by: ['staff'] },
    // only while nobody is registered
    takeBack: { from: ['Published'], to: 'Draft', by: ['staff'] },
    withdraw: { from: ['Published'], to: 'Withdrawn', by: ['staff'] },
  },
});
