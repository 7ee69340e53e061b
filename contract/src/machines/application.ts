import type { ApplicationStatus } from '../wire.ts';
import { defineMachine } from './machine.ts';

/** Every state of an application, Public, booking-born and post-test alike (spec 3-domain 8.9), in the house's spelling. */
export const applicationStates = [
  'Initiated',
  'Submitted',
  'Registered',
  'RegisteredCancellationRequested',
  'RegisteredCancellationRejected',
  'Cancelled',
  'Withdrawn',
  'Expired',
  'Processing',
  'Complete',
  'ApplicationRejected',
] as const satisfies readonly ApplicationStatus[];

/** States of who sits the exam, whatever is being asked about it. */
export const seatedStates = [
  'Registered',
  'RegisteredCancellationRequested',
  'RegisteredCancellationRejected',
] as const;

/** States that hold a seat or stand in line for one: one live application per person and paper (S-14, C9). */
export const liveApplicationStates = ['Submitted', ...seatedStates] as const;

/** States from which a cancellation may be asked for (9.1#10). */
export const cancellableStates = ['Registered', 'RegisteredCancellationRejected'] as const;

/** States in which the pickup person and leave choice may be edited after payment (9.1#17, R-27). */
export const pickupEditableStates = ['Registered', 'RegisteredCancellationRejected'] as const;

/** States in which a confirmation letter exists. */
export const letterStates = ['Registered', 'RegisteredCancellationRejected'] as const;

/**
 * A Public application (spec 3-domain 9.1). Modifying (9.1#2) and reordering (9.1#9) keep the state and are no events; deleting (9.1#3)
 * removes the row. `Processing`, `Complete` and `ApplicationRejected` belong to post-test services (9.6).
 */
export const applicationMachine = defineMachine({
  initial: 'Initiated',
  states: applicationStates,
  events: {
    // 9.1#4
    lapse: { from: ['Initiated'], to: 'Expired', by: ['system'] },
    // 9.1#5
    submit: { from: ['Initiated'], to: 'Submitted', by: ['candidate'] },
    // 9.1#6; by the system only with an order without charge
    register: { from: ['Submitted'], to: 'Registered', by: ['gateway', 'staff', 'system'] },
    // 9.1#7
    release: { from: ['Submitted'], to: 'Expired', by: ['system', 'candidate'] },
    // 9.1#8, S-3
    revive: { from: ['Expired'], to: 'Registered', by: ['gateway', 'staff'] },
    // 9.1#10
    requestCancellation: {
      from: [...cancellableStates],
      to: 'RegisteredCancellationRequested',
      by: ['candidate'],
    },
    // 9.1#11
    takeBackRequest: { from: ['RegisteredCancellationRequested'], to: 'Registered', by: ['candidate'] },
    // 9.1#12
    approveCancellation: { from: ['RegisteredCancellationRequested'], to: 'Cancelled', by: ['staff'] },
    // 9.1#13
    rejectCancellation: {
      from: ['RegisteredCancellationRequested'],
      to: 'RegisteredCancellationRejected',
      by: ['staff'],
    },
    // 9.1#14
    withdraw: { from: seatedStates, to: 'Withdrawn', by: ['staff'] },
    // 9.1#15: under-subscribed, or the session was withdrawn
    withdrawWithSession: { from: seatedStates, to: 'Withdrawn', by: ['system'] },
    // 9.1#16
    closeWithSession: { from: ['Submitted'], to: 'Expired', by: ['system'] },
  },
});
