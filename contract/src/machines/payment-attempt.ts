import { defineMachine } from './machine.ts';

/** The states of one try to pay at a channel. */
export const paymentAttemptStates = ['Started', 'Accepted', 'Succeeded', 'Failed', 'Closed'] as const;

/** States in which the channel may still take the money: at most one such attempt per order (C24). */
export const livePaymentAttemptStates = ['Started', 'Accepted'] as const;

/**
 * One attempt to pay an order (C11-C24). Started = the channel knows it or may know it; Accepted = it says the result will come later.
 * Success after failure or close is honoured, failure after success is ignored (C21): what it means for the order is decided apart
 * (C17, `rules/late-payment.ts`).
 */
export const paymentAttemptMachine = defineMachine({
  initial: 'Started',
  states: paymentAttemptStates,
  events: {
    accept: { from: ['Started'], to: 'Accepted', by: ['gateway'] },
    succeed: { from: ['Started', 'Accepted', 'Failed', 'Closed'], to: 'Succeeded', by: ['gateway', 'system'] },
    fail: { from: ['Started', 'Accepted'], to: 'Failed', by: ['gateway', 'system'] },
    // another attempt takes its place, or the order is given up; an accepted one is left to settle
    replace: { from: ['Started'], to: 'Closed', by: ['candidate'] },
    // the deadline, the end of the sixth extension, or the order paid by another attempt
    close: { from: ['Started', 'Accepted'], to: 'Closed', by: ['system'] },
  },
});
