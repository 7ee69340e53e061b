import { defineMachine } from './machine.ts';

/** The three states of an order; refunds are objects of their own and never change it (C10, R-80). */
export const orderStates = ['PaymentPending', 'PaymentSuccessful', 'PaymentExpired'] as const;

/**
 * An order (spec 3-domain 9.4). Hiding, reordering and extending keep the state and are no events; an order of nothing to pay is placed
 * and paid in one transaction by the system (9.4#2, C25).
 */
export const orderMachine = defineMachine({
  initial: 'PaymentPending',
  states: orderStates,
  events: {
    // 9.4#4; by the system only for an order without charge (9.4#2)
    pay: { from: ['PaymentPending'], to: 'PaymentSuccessful', by: ['gateway', 'system'] },
    // 9.4#5
    payByHand: { from: ['PaymentPending'], to: 'PaymentSuccessful', by: ['staff'] },
    // 9.4#6 and the end of 9.4#7
    expire: { from: ['PaymentPending'], to: 'PaymentExpired', by: ['system'] },
    // 9.4#8
    giveUp: { from: ['PaymentPending'], to: 'PaymentExpired', by: ['candidate'] },
    // 9.1#16: the session of one of its lines was withdrawn
    closeWithSession: { from: ['PaymentPending'], to: 'PaymentExpired', by: ['system'] },
    // 9.4#9, S-3; a late success that may not revive (9.4#10) changes nothing here and becomes a refund. By staff for money that came
    // late and outside the channels: by two persons, under the same rule (C15)
    revive: { from: ['PaymentExpired'], to: 'PaymentSuccessful', by: ['gateway', 'staff'] },
  },
});
