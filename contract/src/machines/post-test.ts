import { applicationStates } from './application.ts';
import { defineMachine } from './machine.ts';

/**
 * A post-test application (spec 3-domain 9.6). Saving a draft (#1), changing it (#2) and deleting it (#3) keep or remove the row and are
 * no events. `revive` is a payment that came after the order's end while the window is open (9.4#9, S-3): nothing was taken from anybody.
 */
export const postTestMachine = defineMachine({
  initial: 'Initiated',
  states: applicationStates,
  events: {
    // 9.6#4
    submit: { from: ['Initiated'], to: 'Submitted', by: ['candidate'] },
    // 9.6#5; by the system only with an order of nothing to pay
    register: { from: ['Submitted'], to: 'Registered', by: ['gateway', 'staff', 'system'] },
    // 9.6#6
    release: { from: ['Submitted'], to: 'Initiated', by: ['system', 'candidate'] },
    // 9.6#7
    lapse: { from: ['Initiated'], to: 'Expired', by: ['system'] },
    // 9.4#9
    revive: { from: ['Initiated'], to: 'Registered', by: ['gateway', 'staff'] },
    // 9.6#8
    requestCancellation: { from: ['Registered'], to: 'RegisteredCancellationRequested', by: ['candidate'] },
    // 9.6#9
    approveCancellation: { from: ['RegisteredCancellationRequested'], to: 'Cancelled', by: ['staff'] },
    rejectCancellation: { from: ['RegisteredCancellationRequested'], to: 'Registered', by: ['staff'] },
    // 9.6#10
    send: { from: ['Registered'], to: 'Processing', by: ['staff'] },
    // 9.6#11
    refuse: { from: ['Registered', 'Processing'], to: 'ApplicationRejected', by: ['staff'] },
    // 9.6#12
    complete: { from: ['Processing'], to: 'Complete', by: ['staff'] },
    // 9.6#13
    correct: { from: ['Complete'], to: 'Complete', by: ['staff'] },
  },
});

/** The states in which a request is a draft or waits for its payment: shown among drafts and orders only. */
export const postTestDraftStates = ['Initiated', 'Submitted', 'Expired'] as const;

/** The states that the filter of "my post-test services" names. */
export const postTestFilterStates = ['Registered', 'Processing', 'Complete', 'ApplicationRejected'] as const;
