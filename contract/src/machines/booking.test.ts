import { describe, expect, it } from 'vitest';
import { bookingStatuses } from '../entities/values.ts';
import { bookingStandings, bookingStatusOf } from '../rules/booking-status.ts';
import { bookingMachine, bookingStates, nextBooking } from './booking.ts';
import type { BookingEvent, BookingStanding } from './booking.ts';
import { unreachable } from './machine.ts';
import type { Actor } from './machine.ts';

const actors: readonly Actor[] = ['candidate', 'staff', 'system', 'gateway'];
const pendings = [null, 'Updated', 'Rejected'] as const;
const standings: readonly BookingStanding[] = bookingStates.flatMap((process): BookingStanding[] => {
  if (process === 'Confirming') return pendings.map((pending) => ({ process, pending }));
  if (process === 'Processing')
    return [null, 'Updated' as const].map((pendingBefore) => ({ process, pending: null, pendingBefore }));
  return [{ process, pending: null }];
});

const named = ({ process, pending, pendingBefore }: BookingStanding): string =>
  pendingBefore === undefined
    ? pending === null
      ? process
      : `${process}+${pending}`
    : `${process}<${String(pendingBefore)}`;

/** Every allowed act as `from event actor -> to`, found by asking for all combinations. */
function rows(): string[] {
  const events = Object.keys(bookingMachine.events) as BookingEvent[];
  return standings.flatMap((standing) =>
    events.flatMap((event) =>
      actors.flatMap((actor) => {
        const to = nextBooking(standing, event, actor);
        return to === null ? [] : [`${named(standing)} ${event} ${actor} -> ${named(to)}`];
      }),
    ),
  );
}

const open = ['Confirming', 'Confirming+Updated'];
const confirming = [...open, 'Confirming+Rejected'];
const each = (from: readonly string[], act: string, to: string | null = null): string[] =>
  from.map((state) => `${state} ${act} -> ${to ?? state}`);

describe('the booking', () => {
  it('moves as the table says and in no other way [9.3#2 9.3#3 9.3#4 9.3#5 9.3#6 9.3#7 9.3#8 9.3#9 9.3#10 9.3#11 9.3#12 9.3#13 9.3#14 9.3#15 9.3#16 enum:BookingProcessStatus.* enum:PendingPaymentStatus.*]', () => {
    const unarranged = ['Initiated', 'Drafted'];
    const processing = ['Processing<null', 'Processing<Updated'];
    expect(rows().toSorted()).toEqual(
      [
        ...each(unarranged, 'saveDraft staff', 'Drafted'),
        ...each(unarranged, 'confirm staff', 'Confirming'),
        ...each(confirming, 'update staff', 'Confirming+Updated'),
        ...each(open, 'reject candidate', 'Confirming+Rejected'),
        ...each(['Confirming+Rejected'], 'reissue staff', 'Confirming+Updated'),
        ...each(open, 'order candidate'),
        ...each(open, 'accept gateway', 'Processing'),
        ...['system', 'gateway'].flatMap((actor) => [
          `Processing<null release ${actor} -> Confirming`,
          `Processing<Updated release ${actor} -> Confirming+Updated`,
        ]),
        ...['gateway', 'staff', 'system'].flatMap((actor) =>
          each([...open, ...processing], `pay ${actor}`, 'Completed'),
        ),
        ...each([...unarranged, ...confirming], 'cancel candidate', 'CancelledBeforeArrangement'),
        ...each([...unarranged, ...confirming], 'withdraw staff', 'WithdrawnBeforeArrangement'),
        ...each(confirming, 'withdrawUnpaid system', 'WithdrawnBeforeArrangement'),
        ...each(unarranged, 'withdrawForgotten system', 'WithdrawnBeforeArrangement'),
        ...each(confirming, 'extend staff'),
        ...each(confirming, 'liftRestriction staff'),
      ].toSorted(),
    );
  });

  it('reaches every state', () => {
    expect(unreachable(bookingMachine)).toEqual([]);
  });

  it('has exactly one of eight filter values wherever it stands [R-61]', () => {
    const values = standings.map(({ process, pending }) => bookingStatusOf(process, pending));
    expect(new Set(values)).toEqual(new Set(bookingStatuses));
    for (const { process, pending } of standings) {
      const found = bookingStatuses.filter(
        (status) => bookingStandings[status].process.includes(process) && bookingStandings[status].pending === pending,
      );
      expect(found).toEqual([bookingStatusOf(process, pending)]);
    }
  });
});
