// @vitest-environment jsdom
import type { Reply, Request } from '@exam/contract/client';
import { named } from '@exam/ui/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { applicationWords } from '../../messages/application.ts';
import { examsWords } from '../../messages/exams.ts';
import { orderWords } from '../../messages/order.ts';
import { ownFirstWords } from '../../messages/own-first.ts';
import { show, usePortal } from '../../testing/site.ts';
import type { ListedExam } from '../exams/exam-data.ts';
import type { ListedOrder } from '../../page/order-data.ts';
import { OwnFirst } from './own-first.tsx';

const portal = usePortal();
beforeEach(async () => {
  for (const words of [applicationWords, examsWords, orderWords, ownFirstWords]) await words.load('en');
});

type ListedBooking = Reply<'booking.search'>['list'][number];
type Own = {
  offers?: Partial<ListedBooking>[];
  orders?: Partial<ListedOrder>[];
  withdrawn?: Partial<ListedExam>[];
  next?: Partial<ListedExam>[];
};

/** Shows what is first for somebody who has these. */
async function showFirst({ offers = [], orders = [], withdrawn = [], next = [] }: Own): Promise<HTMLElement> {
  const [page, exams] = [portal().example('order.search'), portal().example('application.search')];
  const [order, exam] = [page.list[0], exams.list[0]];
  if (!order || !exam) throw new Error('The examples are empty.');
  const bookings = portal().example('booking.search');
  const [booking] = bookings.list;
  if (!booking) throw new Error('The examples are empty.');
  portal().says('booking.search', () => ({ ...bookings, list: offers.map((told) => ({ ...booking, ...told })) }));
  portal().says('order.search', () => ({ ...page, list: orders.map((told) => ({ ...order, ...told })) }));
  portal().says('application.search', ({ filters = [] }: Request<'application.search'>['body']) => {
    const isWithdrawn = filters.some(({ value }) => value === 'Withdrawn');
    const [told, applicationStatus] = isWithdrawn ? [withdrawn, 'Withdrawn' as const] : [next, 'Registered' as const];
    const waits = { guardianWait: null, isLetterAvailable: false, hasBegun: false };
    return { ...exams, list: told.map((each) => ({ ...exam, ...waits, applicationStatus, ...each })) };
  });
  return await show(portal(), '/', <OwnFirst />);
}

const tickets = (page: ParentNode) => [...page.querySelectorAll('section[aria-labelledby=own-first] li')];

describe('what is first for somebody signed in', () => {
  it('is an order that still can be paid, with its sum and the way to pay it; not one whose time is over', async () => {
    const words = await ownFirstWords.load('en');
    const page = await showFirst({
      orders: [
        { id: '0b6f0a52-6a2e-4c1a-9c55-0000000000aa', code: 'O1', secondsRemaining: 300, payAmount: 100_000 },
        { id: '0b6f0a52-6a2e-4c1a-9c55-0000000000bb', code: 'O2', secondsRemaining: 0 },
      ],
    });

    expect(tickets(page)).toHaveLength(1);
    expect(page.textContent).toContain('¥1,000.00');
    expect(named(page, words.payFor('O1'))?.getAttribute('href')).toBe(
      '/payment/pay?orderId=0b6f0a52-6a2e-4c1a-9c55-0000000000aa',
    );
  });

  it('is a booking that the office has arranged, with its sum and the way to check it; not one whose time is over, or that is an order by now', async () => {
    const words = await ownFirstWords.load('en');
    const waiting = { remainingPaySeconds: 300, haveValidOrder: false, amount: 153_700 };
    const page = await showFirst({
      offers: [
        { ...waiting, bookingId: '0b6f0a52-6a2e-4c1a-9c55-0000000000aa', code: 'B1' },
        { ...waiting, bookingId: '0b6f0a52-6a2e-4c1a-9c55-0000000000bb', code: 'B2', remainingPaySeconds: 0 },
        { ...waiting, bookingId: '0b6f0a52-6a2e-4c1a-9c55-0000000000cc', code: 'B3', haveValidOrder: true },
      ],
    });

    expect(tickets(page)).toHaveLength(1);
    expect(page.textContent).toContain('¥1,537.00');
    expect(named(page, words.seeOffer('B1'))?.getAttribute('href')).toBe(
      '/candidate/booking/0b6f0a52-6a2e-4c1a-9c55-0000000000aa',
    );
  });

  it('is the next day of an exam, cancelled by the office or not, whichever comes earlier', async () => {
    const words = await ownFirstWords.load('en');
    const later = { applicationId: 'b', examDate: '2026-12-20' };
    const earlier = { applicationId: 'a', examDate: '2026-12-10' };
    const first = tickets(await showFirst({ withdrawn: [later], next: [earlier] })).map(
      ({ textContent }) => textContent,
    );
    const second = tickets(await showFirst({ withdrawn: [earlier], next: [later] })).map(
      ({ textContent }) => textContent,
    );

    expect(first.map((text) => text.includes(words.cancelled))).toEqual([false, true]);
    expect(second.map((text) => text.includes(words.cancelled))).toEqual([true, false]);
  });

  it('has the letter where there is one, and says when to be there until the exam has begun', async () => {
    const [words, { detail }] = [await ownFirstWords.load('en'), await examsWords.load('en')];
    const looks = [];
    for (const told of [{}, { isLetterAvailable: true }, { hasBegun: true }]) {
      const page = await showFirst({ next: [{ startTime: '09:00', ...told }] });
      looks.push({
        letter: named(page, detail.letterGet) !== undefined,
        underWay: page.textContent.includes(words.underWay),
        report: page.textContent.includes(words.report('08:30')),
      });
    }

    expect(looks).toEqual([
      { letter: false, underWay: false, report: true },
      { letter: true, underWay: false, report: true },
      { letter: false, underWay: true, report: false },
    ]);
  });

  it('asks for what is next alone: the unpaid order that ends first, and exams to come', async () => {
    const asked: unknown[] = [];
    const [orders, exams] = [portal().example('order.search'), portal().example('application.search')];
    portal().says('order.search', (body) => (asked.push(body), { ...orders, list: [] }));
    portal().says('application.search', (body) => (asked.push(body), { ...exams, list: [] }));

    const page = await show(portal(), '/', <OwnFirst />);

    const ofExams = (status: string) => [
      { field: 'status', value: status },
      { field: 'when', value: 'upcoming' },
    ];
    expect(asked).toMatchObject([
      { pageIndex: 1, sorts: [{ field: 'paymentEndTime' }], filters: [{ field: 'status', value: 'PaymentPending' }] },
      { pageIndex: 1, sorts: [{ field: 'examDate' }], filters: ofExams('Withdrawn') },
      { pageIndex: 1, pageSize: 1, sorts: [{ field: 'examDate' }], filters: ofExams('Registered') },
    ]);
    expect(page.querySelector('section[aria-labelledby=own-first]')).toBeNull();
  });

  it('says how many more an order has, and of an exam what it waits for', async () => {
    const [words, exams] = [await ownFirstWords.load('en'), await examsWords.load('en')];
    const { guardianWait } = await applicationWords.load('en');
    const none = { until: null, isLinkOver: false, isFormer: false };
    const wait = { ...none, hasObjected: false, isUpheld: false, isWrongNumber: false };
    const { objected, upheld, wrongNumber } = guardianWait.tags;
    const tagged = async (change: object) =>
      (await showFirst({ next: [{ guardianWait: { ...wait, ...change } }] })).textContent;
    const read = async (own: Own) => {
      const { textContent } = await showFirst(own);
      return [words.more(1), guardianWait.tags.waits, exams.letterLater].map((each) => textContent.includes(each));
    };

    expect(await read({ orders: [{ secondsRemaining: 300, itemCount: 2 }] })).toEqual([true, false, false]);
    expect(await read({ orders: [{ secondsRemaining: 300, itemCount: 1 }] })).toEqual([false, false, false]);
    expect(await read({ next: [{}] })).toEqual([false, false, true]);
    expect(await read({ next: [{ guardianWait: wait }] })).toEqual([false, true, false]);
    expect(await read({ next: [{ hasBegun: true }] })).toEqual([false, false, false]);
    expect(await tagged({ hasObjected: true })).toContain(objected);
    expect(await tagged({ hasObjected: true, isUpheld: true })).toContain(upheld);
    expect(await tagged({ isWrongNumber: true })).toContain(wrongNumber);
  });
});
