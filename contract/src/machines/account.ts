import { defineMachine } from './machine.ts';

/** How an account stands. A closed one has forgotten whose it was. */
export const accountStates = ['Active', 'Locked', 'Closed'] as const;

/** An account is locked and unlocked by staff and closed by its owner, for good. */
export const accountMachine = defineMachine({
  initial: 'Active',
  states: accountStates,
  events: {
    lock: { from: ['Active'], to: 'Locked', by: ['staff'] },
    unlock: { from: ['Locked'], to: 'Active', by: ['staff'] },
    close: { from: ['Active'], to: 'Closed', by: ['candidate'] },
  },
});
