import type { PoolClient } from 'pg';
import { afterEach, expect, it } from 'vitest';
import { databasePool } from '#platform/database';
import { locksAwaited } from '#platform/testing/database';
import { act, givenConfirmed, lastMoment, order, useDesk } from '#testing/bookings-desk';

const desk = useDesk();

const begun = new Set<PoolClient>();
// A test that broke off leaves them: the pool would wait for them for ever.
afterEach(() => {
  for (const client of begun) client.release(true);
  begun.clear();
});

/** Somebody's transaction; the file fails when PostgreSQL counts a deadlock. */
async function begin(): Promise<PoolClient> {
  const client = await databasePool().connect();
  client.on('error', () => undefined);
  await client.query('begin');
  begun.add(client);
  return client;
}

async function end(client: PoolClient): Promise<void> {
  await client.query('commit');
  begun.delete(client);
  client.release();
}

/** Locks what a payment does, in its order. */
async function pay(payer: PoolClient, bookingId: string): Promise<void> {
  try {
    await payer.query('select from exam_order where booking_id = $1 for no key update', [bookingId]);
    await payer.query('select from booking where id = $1 for no key update', [bookingId]);
  } finally {
    await end(payer);
  }
}

it('an order placed while its booking was waited for is locked before it, as its payment does [F1 9.3#15]', async () => {
  const booked = await givenConfirmed(desk);
  const { bookingId } = booked;
  const [holder, calendar] = [await begin(), await begin()];
  await holder.query('select from booking where id = $1 for no key update', [bookingId]);
  const placing = order(booked);
  await expect.poll(locksAwaited).toBe(1);
  const extending = act(booked, 'extend', { payEndDate: lastMoment, reason: 'They asked.' });
  await expect.poll(locksAwaited).toBe(2);
  // Whoever extends reads the working days once it has the booking.
  await calendar.query('lock table calendar_day in access exclusive mode');

  await end(holder);
  expect((await placing).status).toBe(200);
  await expect.poll(locksAwaited).toBe(1);
  const payer = await begin();
  const paying = pay(payer, bookingId);
  await expect.poll(locksAwaited).toBe(2);
  await end(calendar);

  const [extended] = await Promise.all([extending, paying]);
  expect(extended.status).toBe(200);
});
