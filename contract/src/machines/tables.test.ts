import { describe, expect, it } from 'vitest';
import { emailStatuses, orderStatuses, refundStatuses } from '../entities/scalars.ts';
import { wire } from '../wire.ts';
import { applicationMachine, applicationStates } from './application.ts';
import { letterEmailStates, letterMachine } from './letter.ts';
import { next, unreachable } from './machine.ts';
import type { Actor, Machine } from './machine.ts';
import { orderMachine, orderStates } from './order.ts';
import { livePaymentAttemptStates, paymentAttemptMachine } from './payment-attempt.ts';
import { refundMachine, refundStates } from './refund.ts';
import { postTestDraftStates, postTestFilterStates, postTestMachine } from './post-test.ts';
import { sessionMachine } from './session.ts';

const actors: readonly Actor[] = ['candidate', 'staff', 'system', 'gateway'];

/** Every allowed act as `from event actor -> to`, found by asking for all combinations. */
function rows<State extends string, Event extends string>(machine: Machine<State, Event>): string[] {
  const events: string[] = Object.keys(machine.events);
  return machine.states.flatMap((from) =>
    events.flatMap((event) =>
      actors.flatMap((actor) => {
        const to = next<string, string>(machine, from, event, actor);
        return to === null ? [] : [`${from} ${event} ${actor} -> ${to}`];
      }),
    ),
  );
}

describe('the order', () => {
  it('moves as the table says and in no other way [9.4#4 9.4#5 9.4#6 9.4#8 9.4#9 C10]', () => {
    expect(rows(orderMachine).toSorted()).toEqual(
      [
        'PaymentPending pay gateway -> PaymentSuccessful',
        'PaymentPending pay system -> PaymentSuccessful',
        'PaymentPending payByHand staff -> PaymentSuccessful',
        'PaymentPending expire system -> PaymentExpired',
        'PaymentPending giveUp candidate -> PaymentExpired',
        'PaymentPending closeWithSession system -> PaymentExpired',
        'PaymentExpired revive gateway -> PaymentSuccessful',
        'PaymentExpired revive staff -> PaymentSuccessful',
      ].toSorted(),
    );
  });

  it('never leaves PaymentSuccessful [C10 R-80]', () => {
    expect(rows(orderMachine).filter((row) => row.startsWith('PaymentSuccessful'))).toEqual([]);
  });
});

describe('the Public application', () => {
  it('moves as the table says and in no other way [9.1#4 9.1#5 9.1#6 9.1#7 9.1#8 9.1#10 9.1#11 9.1#12 9.1#13 9.1#14 9.1#15 9.1#16]', () => {
    expect(rows(applicationMachine).toSorted()).toEqual(
      [
        'Initiated lapse system -> Expired',
        'Initiated submit candidate -> Submitted',
        'Submitted register gateway -> Registered',
        'Submitted register staff -> Registered',
        'Submitted register system -> Registered',
        'Submitted release candidate -> Expired',
        'Submitted release system -> Expired',
        'Submitted closeWithSession system -> Expired',
        'Expired revive gateway -> Registered',
        'Expired revive staff -> Registered',
        'Registered requestCancellation candidate -> RegisteredCancellationRequested',
        'RegisteredCancellationRejected requestCancellation candidate -> RegisteredCancellationRequested',
        'RegisteredCancellationRequested takeBackRequest candidate -> Registered',
        'RegisteredCancellationRequested approveCancellation staff -> Cancelled',
        'RegisteredCancellationRequested rejectCancellation staff -> RegisteredCancellationRejected',
        'Registered withdraw staff -> Withdrawn',
        'RegisteredCancellationRequested withdraw staff -> Withdrawn',
        'RegisteredCancellationRejected withdraw staff -> Withdrawn',
        'Registered withdrawWithSession system -> Withdrawn',
        'RegisteredCancellationRequested withdrawWithSession system -> Withdrawn',
        'RegisteredCancellationRejected withdrawWithSession system -> Withdrawn',
      ].toSorted(),
    );
  });

  it('reaches every state but the three of post-test services [9.6]', () => {
    expect(unreachable(applicationMachine)).toEqual(['Processing', 'Complete', 'ApplicationRejected']);
  });

  it('has the states of the wire, spelled right [R-01 8.9]', () => {
    expect([...applicationStates].toSorted()).toEqual(Object.keys(wire.applicationStatus).toSorted());
  });
});

describe('the post-test application', () => {
  it('moves as the table says and in no other way [9.6#4 9.6#5 9.6#6 9.6#7 9.6#8 9.6#9 9.6#10 9.6#11 9.6#12 9.6#13 S-3]', () => {
    expect(rows(postTestMachine).toSorted()).toEqual(
      [
        'Initiated submit candidate -> Submitted',
        'Submitted register gateway -> Registered',
        'Submitted register staff -> Registered',
        'Submitted register system -> Registered',
        'Submitted release system -> Initiated',
        'Submitted release candidate -> Initiated',
        'Initiated lapse system -> Expired',
        'Initiated revive gateway -> Registered',
        'Initiated revive staff -> Registered',
        'Registered requestCancellation candidate -> RegisteredCancellationRequested',
        'RegisteredCancellationRequested approveCancellation staff -> Cancelled',
        'RegisteredCancellationRequested rejectCancellation staff -> Registered',
        'Registered send staff -> Processing',
        'Registered refuse staff -> ApplicationRejected',
        'Processing refuse staff -> ApplicationRejected',
        'Processing complete staff -> Complete',
        'Complete correct staff -> Complete',
      ].toSorted(),
    );
  });

  it('cannot be cancelled any more once it was sent, and ends nowhere else than the table does [9.6#10 R-86]', () => {
    const ends = postTestMachine.states.filter(
      (state) => !rows(postTestMachine).some((row) => row.startsWith(`${state} `)),
    );
    expect(ends.toSorted()).toEqual(
      ['ApplicationRejected', 'Cancelled', 'Expired', 'RegisteredCancellationRejected', 'Withdrawn'].toSorted(),
    );
    expect(unreachable(postTestMachine)).toEqual(['RegisteredCancellationRejected', 'Withdrawn']);
    expect(rows(postTestMachine).filter((row) => row.startsWith('Processing') && row.includes('ancel'))).toEqual([]);
  });

  it('is a draft, or in the filter of its list, never both [R-86 enum:PostTestFilter.*]', () => {
    const drafts: readonly string[] = postTestDraftStates;
    expect(postTestFilterStates.filter((state) => drafts.includes(state))).toEqual([]);
    expect([...postTestFilterStates]).toEqual(['Registered', 'Processing', 'Complete', 'ApplicationRejected']);
  });
});

describe('the refund', () => {
  it('moves as the table says and in no other way [9.5#2 9.5#3 9.5#4 9.5#6 9.5#7 9.5#8 9.5#9 9.5#10 9.5#11]', () => {
    expect(rows(refundMachine).toSorted()).toEqual(
      [
        'Pending reject staff -> Rejected',
        'Pending takeBack candidate -> Closed',
        'Pending overtake staff -> Closed',
        'Pending overtake system -> Closed',
        'Pending approve staff -> Approved',
        'Approved send system -> Processing',
        'Approved completeWithoutMoney system -> Completed',
        'Processing complete gateway -> Completed',
        'Processing fail gateway -> Failed',
        'Failed retry staff -> Processing',
        'Failed retry system -> Processing',
        'Failed payByHand staff -> Completed',
      ].toSorted(),
    );
  });
});

describe('the session, the letter and the payment attempt', () => {
  it('publishes, takes back and withdraws a session by staff only [9.7]', () => {
    expect(rows(sessionMachine)).toEqual([
      'Draft publish staff -> Published',
      'Published takeBack staff -> Draft',
      'Published withdraw staff -> Withdrawn',
    ]);
  });

  it('sends a letter again after failure, crash or change, and not after success [9.8 9.8#2 9.8#3 9.8#5 9.8#6 9.8#7]', () => {
    expect(rows(letterMachine)).toEqual([
      'NotSent send staff -> Sending',
      'NotSent send system -> Sending',
      'Sending deliver system -> Success',
      'Sending fail system -> Failed',
      'Sending forget system -> NotSent',
      'Success renew system -> NotSent',
      'Failed send staff -> Sending',
      'Failed send system -> Sending',
    ]);
  });

  it('honours a success from every state and a failure only before it [C21]', () => {
    const before = ['Started', 'Accepted', 'Failed', 'Closed'] as const;
    expect(before.map((state) => next(paymentAttemptMachine, state, 'succeed', 'gateway'))).toEqual(
      before.map(() => 'Succeeded'),
    );
    expect(rows(paymentAttemptMachine).filter((row) => row.startsWith('Succeeded'))).toEqual([]);
  });

  it('lets a candidate replace an attempt only until the channel has accepted it [C24 9.4#8]', () => {
    const may = livePaymentAttemptStates.map((state) => next(paymentAttemptMachine, state, 'replace', 'candidate'));
    expect(may).toEqual(['Closed', null]);
  });
});

describe('the states of the machines', () => {
  it('are those of the wire', () => {
    expect(orderStates).toEqual(orderStatuses);
    expect(letterEmailStates).toEqual(emailStatuses);
    expect(['None', ...refundStates]).toEqual(refundStatuses);
  });

  it('are all reachable', () => {
    const machines = [orderMachine, refundMachine, sessionMachine, letterMachine, paymentAttemptMachine];
    expect(machines.flatMap((machine) => unreachable<string, string>(machine))).toEqual([]);
  });
});
