import { defineMachine } from './machine.ts';

/** The states of something that needs two persons (S-16). */
export const proposalStates = ['Open', 'Approved', 'Rejected', 'TakenBack', 'Lapsed'] as const;

/** A proposal of one member of staff that another one decides (S-16). Who the second person may be is the command's guard. */
export const proposalMachine = defineMachine({
  initial: 'Open',
  states: proposalStates,
  events: {
    approve: { from: ['Open'], to: 'Approved', by: ['staff'] },
    reject: { from: ['Open'], to: 'Rejected', by: ['staff'] },
    takeBack: { from: ['Open'], to: 'TakenBack', by: ['staff'] },
    lapse: { from: ['Open'], to: 'Lapsed', by: ['system'] },
  },
});
