// @vitest-environment jsdom
import { wire } from '@exam/contract/wire';
import { detailOf, named, pressNamed } from '@exam/ui/testing';
import { describe, expect, it } from 'vitest';
import { bookingWords } from '../../messages/booking.ts';
import { cancellationWords } from '../../messages/cancellation.ts';
import { examsWords } from '../../messages/exams.ts';
import { open, usePortal } from '../../testing/site.ts';
import type { Registration } from '../application/people.tsx';

const portal = usePortal();

/** Opens a registration that is paid, or as told. */
async function openExam(told: (given: Registration) => Partial<Registration>): Promise<HTMLElement> {
  const given = portal().example('application.get');
  const paid = { ...given, status: 'Registered' as const, amount: 100_000, move: null };
  portal().says('application.get', () => ({ ...paid, ...told(given) }));
  return await open(portal(), `/candidate/application/${given.id}`);
}

/** An exam that was moved by a day, and about which the candidate may still choose. */
const moved = ({ move, examInfo }: Registration): Partial<Registration> => ({
  move: move && { ...move, canChoose: true, choice: null, previousDate: '2026-12-20', previousStartTime: '09:00' },
  examInfo: { ...examInfo, examDate: '2026-12-21', startTime: '13:30' },
});

describe('an exam that was moved', () => {
  it('says which day it was and which it is, and lets the candidate keep it or have everything back [9.7]', async () => {
    const { move: words } = await examsWords.load('en');
    const page = await openExam(moved);

    const days = [detailOf(page, words.was), detailOf(page, words.is)];
    await pressNamed(portal(), page, words.refund('¥1,000.00'));
    const asked = portal().sent.length;
    await pressNamed(portal(), page.querySelector('dialog[open]')!, words.refund('¥1,000.00'));
    await pressNamed(portal(), page, words.accept);
    await pressNamed(portal(), page.querySelector('dialog[open]')!, words.accept);

    expect(days.map((day) => day?.replace(/^.*?(\d+ December).*(\d\d:\d\d).*$/, '$1 $2'))).toEqual([
      '20 December 09:00',
      '21 December 13:30',
    ]);
    expect(asked).toBe(0);
    expect(portal().sent).toMatchObject([{ body: { choice: 'Refund' } }, { body: { choice: 'Accept' } }]);
    expect(new Set(portal().sent.map(({ key }) => key)).size).toBe(2);
  });

  it('is chosen about once more with the same key when the answer was lost [S-5]', async () => {
    const { move: words } = await examsWords.load('en');
    portal().refuses('application.chooseAfterMove', 503, { code: 'BUSY' });
    const page = await openExam(moved);

    for (let time = 0; time < 2; time++) {
      await pressNamed(portal(), page, words.accept);
      await pressNamed(portal(), page.querySelector('dialog[open]')!, words.accept);
    }

    expect([portal().sent.length, new Set(portal().sent.map(({ key }) => key)).size]).toEqual([2, 1]);
  });

  it.each([
    ['to another day', { previousDate: '2026-12-20', previousStartTime: '13:30' }, 'title', true],
    ['to another time', { previousDate: '2026-12-21', previousStartTime: '09:00' }, 'retimed', true],
    ['to another place alone', { previousDate: '2026-12-21', previousStartTime: '13:30' }, 'retimed', false],
  ] as const)('says that it was moved %s', async (_, before, title, isRetimed) => {
    const { move: words } = await examsWords.load('en');
    const page = await openExam((given) => {
      const { move, ...exam } = moved(given);
      return { ...exam, move: move && { ...move, ...before } };
    });

    const titles = [...page.querySelectorAll('h2')].map(({ textContent }) => textContent);
    expect(titles.filter((each) => [words.title, words.retimed].includes(each))).toEqual([words[title]]);
    expect(detailOf(page, words.was) !== undefined).toBe(isRetimed);
  });

  it('says what was chosen, or that the time to choose is over', async () => {
    const { move: words } = await examsWords.load('en');
    const texts = [words.keptText, words.lapsedText, words.retimedText];
    const told = [];
    for (const choice of ['Accepted', 'Lapsed', null] as const) {
      const page = await openExam((given) => {
        const { move, ...exam } = moved(given);
        return { ...exam, move: move && { ...move, canChoose: false, choice } };
      });
      told.push(texts.filter((each) => page.textContent.includes(each)));
      expect(named(page, words.accept)).toBeUndefined();
    }

    expect(told).toEqual(texts.map((each) => [each]));
  });

  it('says nothing of it once the registration has no seat any more', async () => {
    const { move: words } = await examsWords.load('en');
    const page = await openExam((given) => ({ ...moved(given), status: 'Cancelled' }));

    expect(named(page, words.accept)).toBeUndefined();
    expect(page.textContent).not.toContain(words.title);
  });
});

describe('the letter of a registration', () => {
  it.each([
    ['can be had when it is there', { isAvailable: true, guardianWait: null, availableFrom: null }, 'letterReady'],
    ['is told of when there is none', { isAvailable: false, guardianWait: null, availableFrom: null }, 'letterNone'],
  ] as const)('%s', async (_, letter, text) => {
    const { detail } = await examsWords.load('en');
    const page = await openExam((given) => ({ letter: { ...given.letter, ...letter }, publishStatus: 'Withdrawn' }));

    expect(page.textContent).toContain(detail[text]);
    expect(named(page, detail.letterGet) !== undefined).toBe(letter.isAvailable);
  });

  it('that is not there yet says from when, or that it waits for the venue', async () => {
    const { detail } = await examsWords.load('en');
    const none = { isAvailable: false, guardianWait: null, availableFrom: null };
    const states = [
      { letter: { ...none, availableFrom: '2026-12-16T00:00:00Z' } },
      { letter: none, publishStatus: 'Published' as const, venue: null },
      { letter: none, publishStatus: 'Withdrawn' as const, venue: null },
    ];
    const told = [];
    for (const { letter, venue = null, ...exam } of states) {
      const { textContent } = await openExam((given) => ({
        letter: { ...given.letter, ...letter },
        examInfo: { ...given.examInfo, venue },
        session: { ...given.session, officeEmail: 'office@example.cn' },
        ...exam,
      }));
      const texts = [
        'The letter will be available from',
        detail.letterWithoutVenue('office@example.cn'),
        detail.letterNone,
      ];
      told.push(texts.map((each) => textContent.includes(each)));
    }

    expect(told).toEqual([
      [true, false, false],
      [false, true, false],
      [false, false, true],
    ]);
  });

  it('is not spoken of before the registration is paid', async () => {
    const { detail } = await examsWords.load('en');
    const page = await openExam(() => ({ status: wire.applicationStatus.Submitted }));

    expect([...page.querySelectorAll('h2')].map(({ textContent }) => textContent)).not.toContain(detail.letter);
  });
});

describe('a registration that is not certain yet', () => {
  it('leads to the cart or to its payment, and says nothing of either once it is paid', async () => {
    const { detail } = await examsWords.load('en');
    const { id, payment } = portal().example('application.get');
    const { Submitted } = wire.applicationStatus;
    const ways = [];
    for (const exam of [
      { status: 'Initiated' },
      { status: Submitted },
      { status: Submitted, payment: null },
      { status: 'Registered' },
    ] as Partial<Registration>[]) {
      const page = await openExam(() => exam);
      ways.push([detail.toCart, detail.payNow].map((name) => named(page, name)?.getAttribute('href') ?? null));
    }

    expect(ways).toEqual([
      [`/candidate/shopping-cart/application/${id}`, null],
      [null, `/payment/pay?orderId=${payment?.orderId}`],
      [null, null],
      [null, null],
    ]);
  });

  it('offers a cancellation, but not once the office withdraws it because of an objection', async () => {
    const { ask: words } = await cancellationWords.load('en');
    const none = { until: null, isLinkOver: false, isWrongNumber: false, isFormer: false };
    const offered = [];
    for (const isUpheld of [false, true]) {
      const guardianWait = { ...none, hasObjected: true, isUpheld };
      const page = await openExam(({ letter }) => ({
        letter: { ...letter, isAvailable: false, guardianWait },
        canRequestCancellation: true,
        cancellationProblem: null,
        cancellation: null,
      }));
      offered.push(named(page, words.open) !== undefined);
    }

    expect(offered).toEqual([true, false]);
  });

  it('says of how a child leaves until when it can be changed, or could be, and what is to be checked', async () => {
    const { detail } = await examsWords.load('en');
    const read = async (exam: Partial<Registration>) => {
      const page = await openExam(() => ({ pickupEditableUntil: '2026-12-16T09:00:00Z', leaveCheck: 'None', ...exam }));
      const texts = ['Can be changed until', 'Could be changed until', detail.leaveChecks.Doubted];
      return [...texts.map((each) => page.textContent.includes(each)), named(page, detail.changeLeave) !== undefined];
    };

    expect(await read({ canEditPickup: true })).toEqual([true, false, false, true]);
    expect(await read({ canEditPickup: false })).toEqual([false, true, false, false]);
    expect(await read({ canEditPickup: true, pickupEditableUntil: null, leaveCheck: 'Doubted' })).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });

  it('promises a mail of the letter to an account that has an address, and to no other', async () => {
    const { detail } = await examsWords.load('en');
    const letter = { isAvailable: true, availableFrom: null, guardianWait: null, version: 1 };
    const read = async (email: string) => {
      portal().user = { ...portal().user!, email };
      const page = await openExam(() => ({ status: 'Registered', emailStatus: 'NotSent', letter }));
      return [detail.emailStatus.NotSent, detail.letterNotMailed].map((each) => page.textContent.includes(each));
    };

    expect([await read('a@example.com'), await read('')]).toEqual([
      [true, false],
      [false, true],
    ]);
  });

  it('shows what was answered in its form, and of a booked exam the other date that is proposed', async () => {
    const [{ detail }, { anotherDate }] = [await examsWords.load('en'), await bookingWords.load('en')];
    // A page shows nothing in its place until it is loaded.
    await import('../booking/another-date.tsx');
    const form = portal().example('application.get').testRelatedInfo;
    const shows = async (exam: Partial<Registration>) => {
      const page = await openExam(() => exam);
      return expect.poll(() => {
        const titles = [...page.querySelectorAll('h2')].map(({ textContent }) => textContent);
        return [detail.answers, anotherDate.title].map((each) => titles.includes(each));
      });
    };
    const { id } = portal().example('application.get');

    await (
      await shows({ testRelatedInfo: form && { ...form, json: '{"courseCode":"G100"}' }, bookingId: null })
    ).toEqual([true, false]);
    await (await shows({ testRelatedInfo: form && { ...form, json: 'null' }, bookingId: id })).toEqual([false, true]);
    await (await shows({ testRelatedInfo: null, bookingId: null })).toEqual([false, false]);
  });

  it('shows its papers where it has more than one, and the order and booking it belongs to', async () => {
    const { detail } = await examsWords.load('en');
    const [paper] = portal().example('application.get').papers;
    const papers = ['0', '1'].map((at) => ({
      ...paper!,
      sessionSubjectId: `0b6f0a52-6a2e-4c1a-9c55-00000000000${at}`,
      subjectName: `Paper ${at}`,
    }));
    const set = await openExam((given) => ({ papers, bookingId: given.id }));
    const ofSet = [detailOf(set, detail.papers), named(set, detail.toBooking)?.getAttribute('href')];
    const single = await openExam(() => ({ papers: papers.slice(0, 1), bookingId: null }));

    const { id } = portal().example('application.get');
    expect(ofSet[0]).toMatch(/Paper 0.*Paper 1/);
    expect(ofSet[1]).toBe(`/candidate/booking/${id}`);
    expect([detailOf(single, detail.papers), named(single, detail.toBooking)]).toEqual([undefined, undefined]);
  });
});
