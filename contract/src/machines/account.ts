import { defineMachine } from './machine.ts';

/** The states of an account. A closed one has forgotten whose it was. */
export const accountStates = ['Active', 'Locked', 'Closed'] as const;

/** An account is locked and unlocked by staff and closed, for good, by its owner, by staff when its owner has died (PIPL 49), or by time when nobody uses it. */
export const accountMachine = defineMachine({
  initial: 'Active',
  states: accountStates,
  events: {
    lock: { from: ['Active'], to: 'Locked', by: ['staff'] },
    unlock: { from: ['Locked'], to: 'Active', by: ['staff'] },
    close: { from: ['Active'], to: 'Closed', by: ['candidate'] },
    endUnused: { from: ['Active', 'Locked'], to: 'Closed', by: ['system'] },
    endOfDeceased: { from: ['Active', 'Locked'], to: 'Closed', by: ['staff'] },
  },
});
