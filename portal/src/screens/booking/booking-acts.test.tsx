// @vitest-environment jsdom
import type { Reply } from '@exam/contract/client';
import { named, pressNamed, write } from '@exam/ui/testing';
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

describe.each([
  ['sent back', { may: { canReject: true }, call: 'booking.reject', opening: 'reject', confirming: 'rejectConfirm' }],
  ['cancelled', { may: { canCancel: true }, call: 'booking.cancel', opening: 'cancel', confirming: 'cancelConfirm' }],
] as const)('a booking that is %s', (_, { may, call, opening, confirming }) => {
  it('needs a reason, which is sent without the blanks around it; nothing is sent before [R-63]', async () => {
    const { act } = await bookingWords.load('en');
    const page = await openBooking(may);
    await pressNamed(portal(), page, act[opening]);
    const dialog = page.querySelector('dialog[open]')!;
    const field = dialog.querySelector('textarea')!;

    await write(portal(), field, ' Too. ');
    await pressNamed(portal(), dialog, act[confirming]);
    const before = [portal().sent.length, field.getAttribute('aria-invalid')];
    await write(portal(), field, '  Another exam is on that day. ');
    const isRight = field.getAttribute('aria-invalid') !== 'true';
    await pressNamed(portal(), dialog, act[confirming]);

    const { bookingId } = portal().example('booking.get');
    expect([...before, isRight]).toEqual([0, 'true', true]);
    expect(portal().sent).toMatchObject([
      { name: call, wrong: null, body: { bookingId, reason: 'Another exam is on that day.' } },
    ]);
    expect(page.querySelector('dialog[open]')).toBeNull();
  });

  it('may be left as it is', async () => {
    const { act } = await bookingWords.load('en');
    const page = await openBooking(may);

    await pressNamed(portal(), page, act[opening]);
    await pressNamed(portal(), page.querySelector('dialog[open]')!, act.keep);

    expect([portal().sent, page.querySelector('dialog[open]')]).toEqual([[], null]);
  });
});

describe('another date that the office proposes', () => {
  /** Opens a booking for which another date is proposed. */
  async function openProposal(proposal: Partial<NonNullable<Reply<'booking.get'>['dateProposal']>> | null) {
    const given = portal().example('booking.get');
    const dateProposal = proposal && { ...given.dateProposal!, ...proposal };
    portal().says('booking.get', () => ({ ...given, dateProposal }));
    return await open(portal(), `/candidate/booking/${given.bookingId}`);
  }

  it.each([
    ['agreed to', 'agree', true],
    ['declined', 'keep', false],
  ] as const)('is %s once it was said twice, and the same when its answer was lost [S-5]', async (_, act, isAgreed) => {
    const { anotherDate } = await bookingWords.load('en');
    const { bookingId, dateProposal } = portal().example('booking.get');
    portal().refuses('booking.answerDate', 503);
    const page = await openProposal({});

    for (let press = 0; press < 2; press++) {
      await pressNamed(portal(), page, anotherDate[act]);
      await pressNamed(portal(), page.querySelector('dialog[open]')!, anotherDate[act]);
    }

    const answer = {
      name: 'booking.answerDate',
      wrong: null,
      body: { bookingId, proposalId: dateProposal!.id, isAgreed },
    };
    expect(portal().sent).toMatchObject([answer, answer]);
    expect(new Set(portal().sent.map(({ key }) => key)).size).toBe(1);
    expect(page.querySelector('dialog[open]')).toBeNull();
  });

  it('says which of the two was answered; one answer is never sent with the key of the other', async () => {
    const { anotherDate } = await bookingWords.load('en');
    /** How often each is on the screen, where what was said before may be as well. */
    const said = () =>
      [anotherDate.agreed, anotherDate.kept].map((text) => document.body.textContent.split(text).length - 1);
    const told = [];
    for (const act of ['agree', 'keep'] as const) {
      const page = await openProposal({});
      portal().refuses('booking.answerDate', 503);
      for (const each of ['agree', 'keep'] as const) {
        await pressNamed(portal(), page, anotherDate[each]);
        await pressNamed(portal(), page.querySelector('dialog[open]')!, anotherDate[each]);
      }
      portal().says('booking.answerDate', () => portal().example('booking.answerDate'));
      const before = said();
      await pressNamed(portal(), page, anotherDate[act]);
      await pressNamed(portal(), page.querySelector('dialog[open]')!, anotherDate[act]);
      told.push(said().map((times, at) => times > before[at]!));
    }

    expect(told).toEqual([
      [true, false],
      [false, true],
    ]);
    const [agree, keep, again] = portal().sent.map(({ key }) => key);
    expect([agree === keep, again === agree]).toEqual([false, true]);
  });

  it('says that the way of leaving begins again only where it does, and nothing where none is proposed', async () => {
    const { anotherDate } = await bookingWords.load('en');
    const told = [];
    for (const proposal of [{ isLeaveReset: true }, { isLeaveReset: false }, null]) {
      const { textContent } = await openProposal(proposal);
      told.push([anotherDate.title, anotherDate.leaveReset].map((each) => textContent.includes(each)));
    }

    expect(told).toEqual([
      [true, true],
      [true, false],
      [false, false],
    ]);
  });
});
