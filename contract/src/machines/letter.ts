import { defineMachine } from './machine.ts';

/** E-mail states of a confirmation letter. */
export const letterEmailStates = ['NotSent', 'Sending', 'Success', 'Failed'] as const;

/** The confirmation e-mail of one application (spec 3-domain 9.8). Waiting between tries stays Sending and is no event. */
export const letterMachine = defineMachine({
  initial: 'NotSent',
  states: letterEmailStates,
  events: {
    send: { from: ['NotSent', 'Failed'], to: 'Sending', by: ['system', 'staff'] },
    deliver: { from: ['Sending'], to: 'Success', by: ['system'] },
    // tries used up, or a hard bounce
    fail: { from: ['Sending'], to: 'Failed', by: ['system'] },
    // no result for 30 minutes; the message key makes another try safe
    forget: { from: ['Sending'], to: 'NotSent', by: ['system'] },
    // the exam's data changed: a new version is due
    renew: { from: ['Success'], to: 'NotSent', by: ['system'] },
  },
});
