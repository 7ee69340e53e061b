import { expect, it } from 'vitest';
import { readByIcalJs, readByNodeIcal } from '#given/platform/read-calendar';
import { givenConfirmed, lastMoment, startPaying, useDesk } from '#testing/bookings-desk';
import { createBrowser } from '#testing/app';
import { ask } from '#testing';
import { routes } from './index.ts';

const desk = useDesk({ routes });

it('a booking is in the calendar from the offer on, until when it is to be paid, once with its order, and not any more when it is cancelled [R-65]', async () => {
  const booked = await givenConfirmed(desk);
  const { address } = (await ask(booked.browser, 'calendar.make')).body;
  const read = async () => {
    const { text } = await createBrowser(desk.server.url).send('GET', new URL(String(address)).pathname);
    expect(readByNodeIcal(text)).toEqual(readByIcalJs(text));
    return readByIcalJs(text).map(({ uid, endsAt, title }) => ({ uid, endsAt, title }));
  };
  const offered = await read();

  await startPaying(booked);
  const ordered = await read();
  await ask(booked.browser, 'booking.cancel', {
    body: { bookingId: booked.bookingId, reason: 'The date does not suit us.' },
  });
  const cancelled = await read();

  expect(offered).toEqual([
    {
      uid: expect.stringMatching(new RegExp(`^${booked.bookingId}-pay@`)) as unknown,
      endsAt: lastMoment,
      title: expect.stringMatching(/^Pay by 17:00: /) as unknown,
    },
  ]);
  expect(ordered).toEqual(offered);
  expect(cancelled).toEqual([]);
});
