// @vitest-environment jsdom
import { named, pressNamed } from '@exam/ui/testing';
import { describe, expect, it } from 'vitest';
import { bookingWords } from '../../messages/booking.ts';
import { open, usePortal } from '../../testing/site.ts';

const portal = usePortal();
const orderId = '0b6f0a52-6a2e-4c1a-9c55-0000000000aa';

/** Opens a booking with which this may be done. */
async function openBooking(may: { canPay?: boolean; canReject?: boolean; canCancel?: boolean }) {
  const given = portal().example('booking.get');
  portal().says('booking.get', () => ({
    ...given,
    canPay: false,
    canReject: false,
    canCancel: false,
    amount: 123_400,
    ...may,
  }));
  return await open(portal(), `/candidate/booking/${given.bookingId}`);
}

describe('what may be done with a booking', () => {
  it('is what the server says, and nothing else', async () => {
    const { act } = await bookingWords.load('en');
    const all = { canPay: act.pay('¥1,234.00'), canReject: act.reject, canCancel: act.cancel };
    const offered = [];
    for (const may of [{}, { canPay: true }, { canReject: true }, { canCancel: true }]) {
      const page = await openBooking(may);
      offered.push(Object.entries(all).flatMap(([right, name]) => (named(page, name) ? [right] : [])));
    }

    expect(offered).toEqual([[], ['canPay'], ['canReject'], ['canCancel']]);
  });

  it.each([
    ['to its payment', false, `/payment/pay?orderId=${orderId}`],
    ['past it when there is nothing to pay', true, `/payment-success?orderId=${orderId}`],
  ])('leads %s when its order is placed', async (_, isNocharge, address) => {
    const { act } = await bookingWords.load('en');
    portal().says('order.placeForBooking', () => ({ id: orderId, code: 'O1', amount: 123_400, isNocharge }));
    const page = await openBooking({ canPay: true });

    await pressNamed(portal(), page, act.pay('¥1,234.00'));

    expect(location.pathname + location.search).toBe(address);
  });

  it('asks for a new order after a refusal: the first answer is not given again', async () => {
    const { act } = await bookingWords.load('en');
    portal().refuses('order.placeForBooking', 412);
    const page = await openBooking({ canPay: true });

    await pressNamed(portal(), page, act.pay('¥1,234.00'));
    await pressNamed(portal(), page, act.pay('¥1,234.00'));

    const keys = portal().sent.map(({ key }) => key);
    expect([keys.length, new Set(keys).size, keys.includes(null)]).toEqual([2, 2, false]);
  });
});
