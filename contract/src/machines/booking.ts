import type { BookingProcessStatus, PendingPaymentStatus } from '../entities/booking.ts';
import { defineMachine, next } from './machine.ts';
import type { Actor, EventOf } from './machine.ts';

/** Every process status of a booking (spec 3-domain 9.3). */
export const bookingStates = [
  'Initiated',
  'Drafted',
  'Confirming',
  'Processing',
  'Completed',
  'CancelledBeforeArrangement',
  'WithdrawnBeforeArrangement',
] as const satisfies readonly BookingProcessStatus[];

const unarranged = ['Initiated', 'Drafted'] as const;
const unpaid = [...unarranged, 'Confirming'] as const;

/**
 * A booking's process status (spec 3-domain 9.3). What is beside it, the pending status of a booking in Confirming, is in
 * `bookingPending`; the two together are `nextBooking`. A second success (9.3#16) changes nothing here and becomes a refund.
 */
export const bookingMachine = defineMachine({
  initial: 'Initiated',
  states: bookingStates,
  events: {
    // 9.3#2; further drafts keep the state
    saveDraft: { from: unarranged, to: 'Drafted', by: ['staff'] },
    // 9.3#3
    confirm: { from: unarranged, to: 'Confirming', by: ['staff'] },
    // 9.3#4
    update: { from: ['Confirming'], to: 'Confirming', by: ['staff'] },
    // 9.3#5
    reject: { from: ['Confirming'], to: 'Confirming', by: ['candidate'] },
    // 9.3#6
    reissue: { from: ['Confirming'], to: 'Confirming', by: ['staff'] },
    // 9.3#7
    order: { from: ['Confirming'], to: 'Confirming', by: ['candidate'] },
    // 9.3#8
    accept: { from: ['Confirming'], to: 'Processing', by: ['gateway'] },
    // 9.3#9
    release: { from: ['Processing'], to: 'Confirming', by: ['gateway', 'system'] },
    // 9.3#10; by the system only with an order of nothing to pay
    pay: { from: ['Confirming', 'Processing'], to: 'Completed', by: ['gateway', 'staff', 'system'] },
    // 9.3#11
    cancel: { from: unpaid, to: 'CancelledBeforeArrangement', by: ['candidate'] },
    // 9.3#12
    withdraw: { from: unpaid, to: 'WithdrawnBeforeArrangement', by: ['staff'] },
    // 9.3#13
    withdrawUnpaid: { from: ['Confirming'], to: 'WithdrawnBeforeArrangement', by: ['system'] },
    // 9.3#14
    withdrawForgotten: { from: unarranged, to: 'WithdrawnBeforeArrangement', by: ['system'] },
    // 9.3#15
    extend: { from: ['Confirming'], to: 'Confirming', by: ['staff'] },
    liftRestriction: { from: ['Confirming'], to: 'Confirming', by: ['staff'] },
  },
});
export type BookingEvent = EventOf<typeof bookingMachine>;

type Pending = PendingPaymentStatus | null;
const open: readonly Pending[] = [null, 'Updated'];
const any: readonly Pending[] = [null, 'Updated', 'Rejected'];

/**
 * What an event asks of the pending status and makes of it: `same` keeps it, `before` brings back what was there when the
 * payment was accepted, null takes it away (spec 3-domain 9.3).
 */
export const bookingPending: Readonly<
  Record<BookingEvent, { from: readonly Pending[]; to: Pending | 'same' | 'before' }>
> = {
  saveDraft: { from: [null], to: null },
  confirm: { from: [null], to: null },
  update: { from: any, to: 'Updated' },
  reject: { from: open, to: 'Rejected' },
  reissue: { from: ['Rejected'], to: 'Updated' },
  order: { from: open, to: 'same' },
  accept: { from: open, to: null },
  release: { from: [null], to: 'before' },
  pay: { from: open, to: null },
  cancel: { from: any, to: null },
  withdraw: { from: any, to: null },
  withdrawUnpaid: { from: any, to: null },
  withdrawForgotten: { from: [null], to: null },
  extend: { from: any, to: 'same' },
  liftRestriction: { from: any, to: 'same' },
};

/** The states of a booking. `pendingBefore` is kept while Processing, to come back to. */
export interface BookingStanding {
  process: BookingProcessStatus;
  pending: Pending;
  pendingBefore?: Pending;
}

/** Where an event leads a booking to, or null when this actor may not cause it there. */
export function nextBooking(standing: BookingStanding, event: BookingEvent, actor: Actor): BookingStanding | null {
  const process = next(bookingMachine, standing.process, event, actor);
  const { from, to } = bookingPending[event];
  if (process === null || !from.includes(standing.pending)) return null;
  if (to === 'same') return { process, pending: standing.pending };
  return { process, pending: to === 'before' ? (standing.pendingBefore ?? null) : to };
}
