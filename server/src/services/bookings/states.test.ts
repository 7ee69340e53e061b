import { bookingMachine, type BookingEvent, nextBooking } from '@exam/contract/machines';
import type { BookingProcessStatus, PendingPaymentStatus } from '@exam/contract/entities';
import { beforeEach, describe, expect, it } from 'vitest';
import { databasePool, inTransaction } from '#platform/database';
import type { Actor } from '#platform/transition';
import { type Answer, ask } from '#testing';
import {
  act,
  arrangement,
  type Booked,
  givenConfirmed,
  lastMoment,
  order,
  standing,
  useDesk,
} from '#testing/bookings-desk';
import { moveBooking } from './move.ts';
import { lockBooking } from './store.ts';

const desk = useDesk();
let booked: Booked;
beforeEach(async () => {
  booked = await givenConfirmed(desk);
});

type Standing = { process: BookingProcessStatus; pending: PendingPaymentStatus | null };
const standings: readonly Standing[] = [
  { process: 'Initiated', pending: null },
  { process: 'Drafted', pending: null },
  { process: 'Confirming', pending: null },
  { process: 'Confirming', pending: 'Updated' },
  { process: 'Confirming', pending: 'Rejected' },
  { process: 'Processing', pending: null },
  { process: 'Completed', pending: null },
  { process: 'CancelledBeforeArrangement', pending: null },
  { process: 'WithdrawnBeforeArrangement', pending: null },
];

/** Puts the booking where an act begins, without an order. */
async function stand({ process, pending }: Standing): Promise<void> {
  await databasePool().query(`update exam_order set status = 'PaymentExpired' where booking_id = $1`, [
    booked.bookingId,
  ]);
  await databasePool().query(`update booking set status = $2, pending = $3, pending_before = null where id = $1`, [
    booked.bookingId,
    process,
    pending,
  ]);
}

const answer = () => ({ bookingId: booked.bookingId, reason: 'The date does not suit.' });
const issued = () => ({ arrangement: arrangement(booked.product) });
const reason = 'The university asked for it.';

/** Every act that a person can do with a booking over HTTP. */
const acts: Readonly<Partial<Record<BookingEvent, { actor: Actor['kind']; ask: () => Promise<Answer> }>>> = {
  reject: { actor: 'candidate', ask: () => ask(booked.browser, 'booking.reject', { body: answer() }) },
  cancel: { actor: 'candidate', ask: () => ask(booked.browser, 'booking.cancel', { body: answer() }) },
  order: { actor: 'candidate', ask: () => order(booked) },
  saveDraft: { actor: 'staff', ask: () => act(booked, 'saveDraft', { draft: { papers: [] } }) },
  confirm: { actor: 'staff', ask: () => act(booked, 'confirm', issued()) },
  update: { actor: 'staff', ask: () => act(booked, 'update', issued()) },
  reissue: { actor: 'staff', ask: () => act(booked, 'reissue', issued()) },
  extend: { actor: 'staff', ask: () => act(booked, 'extend', { payEndDate: lastMoment, reason }) },
  liftRestriction: { actor: 'staff', ask: () => act(booked, 'liftRestriction', { reason }) },
  withdraw: { actor: 'staff', ask: () => act(booked, 'withdraw', { reason }) },
};

describe('a booking', () => {
  it.each(standings)(
    'in $process ($pending) does over HTTP what the table says and refuses everything else [9.3#2 9.3#3 9.3#4 9.3#5 9.3#6 9.3#7 9.3#11 9.3#12 9.3#15 call:POST /api/booking/cancel-before-arrangement]',
    async (from) => {
      for (const [event, { actor, ask: send }] of Object.entries(acts)) {
        await stand(from);
        const expected = nextBooking(from, event as BookingEvent, actor);

        const { status, body } = await send();

        const to = expected ?? from;
        expect([event, status === 200 ? 'done' : body['code']]).toEqual([event, expected ? 'done' : 'ILLEGAL_STATE']);
        expect([event, await standing(booked)]).toEqual([event, `${to.process}/${String(to.pending)}`]);
      }
    },
  );

  it('refuses every event and actor that the table does not name, and keeps no trace of it [9.3#8 9.3#9 9.3#10 9.3#13 9.3#14 9.3#16]', async () => {
    const actors: Actor[] = [
      { kind: 'candidate', id: booked.browser.accountId },
      { kind: 'staff', id: booked.officer.staff.id },
      { kind: 'system' },
      { kind: 'gateway' },
    ];
    const events = Object.keys(bookingMachine.events) as BookingEvent[];
    let refused = 0;
    for (const from of standings) {
      await stand(from);
      const before = await historyLength();
      for (const event of events)
        for (const actor of actors) {
          if (nextBooking(from, event, actor.kind)) continue;
          const move = inTransaction(async (tx) =>
            moveBooking(tx, await lockBooking(tx, booked.bookingId), { event, actor }),
          );
          await expect(move, `${from.process} ${event} ${actor.kind}`).rejects.toMatchObject({
            code: 'ILLEGAL_STATE',
          });
          refused += 1;
        }
      expect(await historyLength()).toBe(before);
    }
    expect(refused).toBeGreaterThan(480);
  });

  it('cannot hold a pending status outside Confirming, whoever writes it [9.3]', async () => {
    const others = standings.filter(({ process }) => process !== 'Confirming');
    for (const { process } of others) {
      const wrong = databasePool().query(`update booking set status = $2, pending = 'Updated' where id = $1`, [
        booked.bookingId,
        process,
      ]);
      await expect(wrong, process).rejects.toThrow(/check/);
    }
  });
});

async function historyLength(): Promise<number> {
  const { rows } = await databasePool().query<{ count: number }>(
    'select count(*)::integer as count from history where object_id = $1',
    [booked.bookingId],
  );
  return rows[0]?.count ?? -1;
}
