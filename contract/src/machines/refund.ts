import { defineMachine } from './machine.ts';

/** The states of a refund row; "no refund" is no row (wire value None, spec 3-domain 9.5). */
export const refundStates = ['Pending', 'Rejected', 'Closed', 'Approved', 'Processing', 'Completed', 'Failed'] as const;

/** States in which the money counts as given back or on its way (C18, C29). */
export const committedRefundStates = ['Approved', 'Processing', 'Completed', 'Failed'] as const;

/** A refund of one application or of one surplus payment (spec 3-domain 9.5). Born Approved for a provider's cause, late or double payment (9.5#5). */
export const refundMachine = defineMachine({
  initial: 'Pending',
  alsoInitial: ['Approved'],
  states: refundStates,
  events: {
    // 9.5#2
    reject: { from: ['Pending'], to: 'Rejected', by: ['staff'] },
    // 9.5#3
    takeBack: { from: ['Pending'], to: 'Closed', by: ['candidate'] },
    // 9.1#14, 9.1#15: the provider withdraws what the person asked to cancel; a refund of its own takes the place of this one
    overtake: { from: ['Pending'], to: 'Closed', by: ['staff', 'system'] },
    // 9.5#4
    approve: { from: ['Pending'], to: 'Approved', by: ['staff'] },
    // 9.5#6
    send: { from: ['Approved'], to: 'Processing', by: ['system'] },
    // 9.5#7
    complete: { from: ['Processing'], to: 'Completed', by: ['gateway'] },
    // 9.5#8
    fail: { from: ['Processing'], to: 'Failed', by: ['gateway'] },
    // 9.5#9, same serial number
    retry: { from: ['Failed'], to: 'Processing', by: ['staff', 'system'] },
    // 9.5#10
    payByHand: { from: ['Failed'], to: 'Completed', by: ['staff'] },
    // 9.5#11
    completeWithoutMoney: { from: ['Approved'], to: 'Completed', by: ['system'] },
  },
});
