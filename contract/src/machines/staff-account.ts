import { defineMachine } from './machine.ts';

/** The states of a member of staff. `Invited`: without password or authenticator, so that nobody signs in. */
export const staffAccountStates = ['Invited', 'Active', 'Locked'] as const;

/** A member of staff, from the invitation on. Who may act on whom is the commands' guard. */
export const staffAccountMachine = defineMachine({
  initial: 'Invited',
  states: staffAccountStates,
  events: {
    acceptInvitation: { from: ['Invited'], to: 'Active', by: ['staff'] },
    // somebody of the demonstration or of a test, with password and authenticator given
    equip: { from: ['Invited'], to: 'Active', by: ['system'] },
    lock: { from: ['Invited', 'Active'], to: 'Locked', by: ['staff'] },
    unlock: { from: ['Locked'], to: 'Active', by: ['staff'] },
    // the invitation was never accepted, or password and authenticator were reset
    unlockInvited: { from: ['Locked'], to: 'Invited', by: ['staff'] },
    // an invitation that was not taken up may be reset too: the new link ends the old one
    resetSecondFactor: { from: ['Invited', 'Active'], to: 'Invited', by: ['staff'] },
  },
});
