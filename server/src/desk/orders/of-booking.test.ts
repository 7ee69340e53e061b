import { beforeAll, expect, it } from 'vitest';
import { plusSeconds } from '#platform/clock';
import { askStaff, givenStaff, type SignedInStaff } from '#testing';
import { givenConfirmed, lastMoment, standing, startPaying, useDesk } from '#testing/bookings-desk';
import { orderPage } from '#testing/orders-desk';
import { staffRoutes } from './index.ts';

const desk = useDesk({ staffRoutes });
let clerk: SignedInStaff;
beforeAll(async () => {
  clerk = await givenStaff(desk.server.consoleUrl, { roles: ['financeClerk'] });
});

it('the order of a booking gets its end from the booking alone: it is neither extended nor ended by itself [C16]', async () => {
  const booked = await givenConfirmed(desk);
  const { orderId } = await startPaying(booked);
  const { version } = await orderPage(clerk, orderId);
  const asked = { params: { id: orderId }, body: { version, reason: 'The payer asked for it by telephone.' } };

  const ended = await askStaff(clerk, 'orders.expireNow', asked);
  const extended = await askStaff(clerk, 'orders.extend', {
    ...asked,
    body: { ...asked.body, paymentEndAt: plusSeconds(lastMoment, 3600) },
  });

  expect([ended.body['code'], extended.body['code']]).toEqual(['ORDER_OF_BOOKING', 'ORDER_OF_BOOKING']);
  expect(await orderPage(clerk, orderId)).toMatchObject({ status: 'PaymentPending', paymentEndAt: lastMoment });
  expect(await standing(booked)).toBe('Confirming/null');
});
