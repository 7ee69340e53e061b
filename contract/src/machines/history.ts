import { refundCauses } from '../entities/index.ts';
import { applicationMachine } from './application.ts';
import { arrangementMachine } from './arrangement.ts';
import { attendanceMachine } from './attendance.ts';
import { bookingMachine } from './booking.ts';
import { letterMachine } from './letter.ts';
import type { EventOf } from './machine.ts';
import { orderMachine } from './order.ts';
import { refundMachine } from './refund.ts';

const machines = {
  application: applicationMachine,
  letter: letterMachine,
  attendance: attendanceMachine,
  specialArrangement: arrangementMachine,
  booking: bookingMachine,
  order: orderMachine,
  refund: refundMachine,
} as const;

/** What histories name beside the events of the machine: births, and changes that leave the state as it is. */
const besides = {
  application: [
    'create',
    'reorder',
    'modify',
    'delete',
    'changePickup',
    'correct',
    'move',
    'addDocuments',
    'acceptMove',
    'refuseMove',
    'resetLeave',
  ],
  letter: [],
  attendance: [],
  specialArrangement: ['record'],
  booking: ['submit', 'order', 'proposeDate', 'takeBackDate', 'agreeDate', 'declineDate', 'lapseDate', 'nameVenues'],
  order: ['place', 'extend'],
  refund: ['request', 'create', 'outside', ...refundCauses],
} as const;

/** Objects whose history people read. */
export type HistoryKind = keyof typeof machines;

/** What a history of that kind may name. */
export type HistoryEvent<K extends HistoryKind> = K extends HistoryKind
  ? EventOf<(typeof machines)[K]> | (typeof besides)[K][number]
  : never;

/** Every event that a history of that kind may name: each has words in the dictionaries. */
export function historyEvents(kind: HistoryKind): string[] {
  return [...new Set([...Object.keys(machines[kind].events), ...besides[kind]])];
}

/** Why something ended by itself, in the place of a person's own words; everything else there was typed. */
export const systemReasons = ['NotPaid', 'ExpectedDatePassed', 'UnderSubscribed', 'SessionWithdrawn'] as const;
export type SystemReason = (typeof systemReasons)[number];
