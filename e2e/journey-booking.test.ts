import { randomUUID } from 'node:crypto';
import type { StaffClient } from '@exam/contract/staff/client';
import { describe, expect, it } from 'vitest';
import { addTenYearOld, signIn } from './stage/account.ts';
import { atStep, chooseAdult, confirm, examUrl, fillForm, isWhole, request, wish, wordsOf } from './stage/booking.ts';
import { bookingWords } from './stage/booking-words.ts';
import { wrongsOfConsole } from './stage/console-crawl.ts';
import { staffProgram } from './stage/officers.ts';
import { messageWith } from './stage/outside.ts';
import { payAtTheChannel } from './stage/paying.ts';
import { addAdult, newAccount } from './stage/programs.ts';
import { longDate, next } from './stage/registration.ts';
import { signInStaff } from './stage/staff.ts';
import {
  appears,
  desktop,
  goTo,
  inChinese,
  phone,
  toast,
  useVisitors,
  type Visitor,
  whereIs,
} from './stage/visitors.ts';

const visit = useVisitors();
/** What the account hears on its way; it was opened in English. */
const told = [
  /received your booking request/,
  /is arranged\. Please check it and pay CNY 1,537\.00/,
  /You sent back the arrangement/,
  /has changed\. Please check it and pay CNY 3,074\.00/,
];
/** And what it hears of another date. */
const toldOfDate = [/may we hold your exam on .* instead of/, /Any earlier letter is no longer valid/];
/** Arranges a number of papers of a booking on its expected date at the helper's price. */
async function arrangementOf(officer: StaffClient, id: string, papers: number) {
  const params = { id };
  const { expectTestDate: testDate } = await officer('bookings.get', { params });
  const { cities } = await officer('bookings.places', { params });
  const slots = [
    ['09:00', '11:00'],
    ['13:30', '15:30'],
  ].slice(0, papers);
  const arranged = [];
  let payEndDate = '';
  for (const [index, [startTime = '', endTime = '']] of slots.entries()) {
    const price = await officer('bookings.proposePrice', { params, body: { testDate, startTime, endTime } });
    payEndDate = price.lastPayMoment;
    const { localFee, boardFee, vat } = price;
    const subject = `ECON20${index + 10}`;
    arranged.push({ subject, cityId: cities[0]?.id ?? '', testDate, startTime, endTime, localFee, boardFee, vat });
  }
  return { papers: arranged, payEndDate };
}

async function desk(officer: StaffClient, id: string, act: 'bookings.confirm' | 'bookings.reissue', papers: number) {
  const { version } = await officer('bookings.get', { params: { id } });
  const body = { version, arrangement: await arrangementOf(officer, id, papers) };
  await officer(act, { params: { id }, body }, { idempotencyKey: randomUUID() });
}

/** Opens the booking's page and waits for its status. */
async function open(visitor: Visitor, id: string, status: keyof typeof bookingWords.en.states): Promise<void> {
  await goTo(visitor, `/candidate/booking/${id}`);
  await appears(visitor.page.getByRole('main').getByText(wordsOf(visitor).states[status], { exact: true }));
}

async function sendBack(visitor: Visitor): Promise<void> {
  const { page } = visitor;
  const own = wordsOf(visitor);
  await page.getByRole('button', { name: own.ask }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: own.askConfirm }).click();
  await dialog.getByText(own.tooShort).waitFor();
  await isWhole(visitor);
  await dialog.getByLabel(own.askReason).fill(own.reason);
  await dialog.getByRole('button', { name: own.askConfirm }).click();
  await toast(visitor, own.askDone);
  await page.getByText(own.yourReason).waitFor();
}

/** The officer proposes another date for both papers on the booking's page of the console, and the family agrees on its own. */
async function onAnotherDate(visitor: Visitor, { id, officer }: { id: string; officer: StaffClient }): Promise<void> {
  const own = wordsOf(visitor);
  const { page } = visitor;
  const { officeId, productId, movableExams } = await officer('bookings.get', { params: { id } });
  const { dates } = await officer('bookings.serviceCalendar', { body: { officeId, productId } });
  const today = movableExams[0]?.examDate ?? '';
  const { date = '' } = dates.findLast(({ date: day, status }) => status === 'Available' && day !== today) ?? {};
  const staff = await visit({ language: visitor.language, screen: desktop });
  await signInStaff(staff, 'officer', `/bookings/${id}`);
  await staff.page.getByRole('button', { name: own.propose }).click();
  const dialog = staff.page.getByRole('dialog');
  for (const field of await dialog.getByLabel(own.date, { exact: true }).all()) await field.fill(date);
  await dialog.getByLabel(own.proposeReason).fill(own.why);
  expect(await wrongsOfConsole(staff)).toEqual([]);
  await dialog.getByRole('button', { name: own.propose }).click();
  await toast(staff, own.proposed);
  expect(await wrongsOfConsole(staff)).toEqual([]);

  await open(visitor, id, 'Completed');
  await appears(page.getByText(own.why));
  await isWhole(visitor);
  // The page of either exam asks the same.
  await page
    .getByRole('main')
    .getByRole('link', { name: /ECON20/ })
    .first()
    .click();
  await page.getByRole('heading', { level: 1, name: /ECON20/ }).waitFor();
  await appears(page.getByText(own.why));
  await isWhole(visitor);
  await page.getByRole('button', { name: own.agree }).click();
  await page.getByRole('dialog').getByRole('button', { name: own.agree }).click();
  await toast(visitor, own.agreed);
  await open(visitor, id, 'Completed');
  const exams = page
    .getByRole('main')
    .getByRole('listitem')
    .filter({ hasText: /ECON20/ });
  await expect.poll(() => exams.filter({ hasText: longDate(visitor, date) }).count()).toBe(2);
  await expect.poll(() => page.getByRole('button', { name: own.agree }).count()).toBe(0);
}

/** The officer names a venue for both papers on the booking's page of the console, and the family reads it on its own. */
async function atAVenue(visitor: Visitor, id: string): Promise<void> {
  const own = wordsOf(visitor);
  const staff = await visit({ language: visitor.language, screen: desktop });
  await signInStaff(staff, 'officer', `/bookings/${id}`);
  await staff.page.getByRole('button', { name: own.nameVenue }).click();
  const dialog = staff.page.getByRole('dialog');
  const [first, second] = [
    dialog.getByLabel(own.venue, { exact: true }).first(),
    dialog.getByLabel(own.venue, { exact: true }).last(),
  ];
  await expect.poll(() => first.locator('option').count()).toBeGreaterThan(1);
  await first.selectOption({ index: 1 });
  await second.selectOption({ index: 1 });
  // One place at one time is one booking’s.
  const place = String(Number.parseInt(id.slice(0, 8), 16));
  for (const field of await dialog.getByLabel(own.place).all()) await field.fill(place);
  expect(await wrongsOfConsole(staff)).toEqual([]);
  const name = await first.locator('option:checked').innerText();
  await dialog.getByRole('button', { name: own.nameIt, exact: true }).click();
  await toast(staff, own.venueNamed);
  expect(await wrongsOfConsole(staff)).toEqual([]);

  await open(visitor, id, 'Completed');
  const main = visitor.page.getByRole('main');
  await appears(main.getByText(`${name} ${place}`).first());
  await isWhole(visitor);
  // The page of the exam says the same.
  await main
    .getByRole('link', { name: /ECON20/ })
    .first()
    .click();
  await visitor.page.getByRole('heading', { level: 1, name: /ECON20/ }).waitFor();
  await appears(main.getByText(`${name} ${place}`).first());
  await isWhole(visitor);
}

describe('a booked university exam', () => {
  it.each([
    ['in Chinese on a phone', { language: 'zh', screen: phone, name: 'MEI' }],
    ['in English on a desktop', { language: 'en', screen: desktop, name: 'NING' }],
  ] as const)(
    'goes from the request over two rounds with the officer to payment and my exams, %s [route:/candidate/booking route:/candidate/booking/{id} screen:booking_wizard.needToKnow screen:booking_wizard.expectation screen:booking_wizard.candidateInfo screen:booking_wizard.examInfo screen:booking_wizard.confirmExam screen:booking_wizard.completed screen:booking_wizard.expectation_bar screen:candidate_centre.my_bookings_list screen:candidate_centre.my_booking_detail screen:candidate_centre.pay_a_booking screen:candidate_centre.reject_a_booking R-70 R-71 9.3#1 9.3#3 9.3#5 9.3#6 9.3#10]',
    async (_, { language, screen, name }) => {
      const account = await newAccount();
      await addAdult(account, name);
      const officer = await staffProgram('officer');
      const visitor = await visit({ language, screen });
      const { page, words } = visitor;
      const own = wordsOf(visitor);
      await signIn(visitor, account.phone);

      const id = await request(visitor, `ZHAO ${name}`);
      await desk(officer, id, 'bookings.confirm', 1);
      await open(visitor, id, 'ToBeConfirmed');
      await appears(page.getByText('¥1,537.00'));
      await sendBack(visitor);
      await desk(officer, id, 'bookings.reissue', 2);
      await open(visitor, id, 'ToBeConfirmedUpdate');
      await page.getByRole('heading', { name: own.changes }).waitFor();
      await page.getByText(own.paperAdded).waitFor();
      await isWhole(visitor);
      await page.getByRole('button', { name: own.pay('¥3,074.00') }).click();
      await page.getByRole('heading', { level: 1, name: words.pay.title }).waitFor();
      await payAtTheChannel(visitor, '¥3,074.00');

      await page.getByRole('link', { name: words.pay.toExams }).first().click();
      await page.getByRole('heading', { level: 1, name: words.exams.title }).waitFor();
      const exams = page.getByRole('main').getByRole('listitem').filter({ hasText: own.set });
      await expect.poll(() => exams.count()).toBe(2);
      expect(await exams.filter({ hasText: words.exams.registered }).count()).toBe(2);
      await open(visitor, id, 'Completed');
      await page.getByText(own.paid).waitFor();
      await page.getByRole('link', { name: 'ECON2010' }).waitFor();
      await isWhole(visitor);
      for (const message of told) await messageWith(account.phone, message);
      // What staff change afterwards is looked at by one of the two each.
      if (language === 'en') return await atAVenue(visitor, id);
      await onAnotherDate(visitor, { id, officer });
      for (const message of toldOfDate) await messageWith(account.phone, message);
    },
  );

  it.each(inChinese)(
    'for a child of ten asks who comes for it, and keeps the answer, %s [R-30 screen:booking_wizard.leaveType]',
    async (_, who) => {
      const account = await newAccount();
      const visitor = await visit(who);
      const { page, words } = visitor;
      await signIn(visitor, account.phone);
      const child = await addTenYearOld(visitor, 'LE');

      await goTo(visitor, examUrl);
      await wish(visitor);
      await chooseAdult(visitor, child);
      await fillForm(visitor);
      await page.getByRole('button', { name: words.wizard.changeLeaving }).click();
      expect(await page.getByRole('radio', { name: words.wizard.leavesAlone }).count()).toBe(0);
      await isWhole(visitor);
      await page.getByRole('radio', { name: words.wizard.guardianPicksUp }).check();
      await confirm(visitor);
      await atStep(visitor, 'completed');

      const { list } = await account.call('booking.search', { body: {} });
      const booked = await account.call('booking.get', { params: { id: list[0]?.bookingId ?? '' } });
      expect([booked.leaveAlone, booked.guardian === null]).toEqual([false, false]);
    },
  );

  it('is cancelled for good by the candidate with a reason [screen:candidate_centre.cancel_a_booking R-63 9.3#11]', async () => {
    const account = await newAccount();
    await addAdult(account, 'FEN');
    const visitor = await visit({ language: 'en', screen: phone });
    const { page } = visitor;
    const own = wordsOf(visitor);
    await signIn(visitor, account.phone);
    const id = await request(visitor, 'ZHAO FEN');

    await page.getByRole('button', { name: own.cancel }).click();
    await page.getByRole('dialog').getByText(own.cancelFinal).waitFor();
    await page.getByRole('dialog').getByLabel(own.cancelReason).fill('The university has moved the exam.');
    await page.getByRole('dialog').getByRole('button', { name: own.cancelConfirm }).click();

    await page.getByText('Your reason: The university has moved the exam.').waitFor();
    expect(await page.getByRole('button', { name: own.cancel }).count()).toBe(0);
    await goTo(visitor, '/candidate/booking?status=Cancelled');
    const line = page.getByRole('main').getByRole('listitem').filter({ hasText: 'ZHAO FEN' });
    expect(await line.getByRole('link', { name: own.detailsOf }).getAttribute('href')).toBe(`/candidate/booking/${id}`);
  });

  it('that is refused leads home with everything kept, and begins anew from what is changed [R-36 R-37 R-67 rule:wizard.failed_booking_goes_home]', async () => {
    const account = await newAccount();
    await addAdult(account, 'GUANG');
    const officer = await staffProgram('officer');
    const visitor = await visit({ language: 'zh', screen: desktop });
    const { page } = visitor;
    const own = wordsOf(visitor);
    await signIn(visitor, account.phone, { at: examUrl });
    await wish(visitor);
    await chooseAdult(visitor, 'ZHAO GUANG');
    await fillForm(visitor);
    await page.getByRole('button', { name: own.changeWish }).click();
    await page.getByRole('dialog').getByRole('button', { name: own.change, exact: true }).click();
    await wish(visitor);
    await atStep(visitor, 'candidateInfo');
    // The only one there is need not be chosen again; what was answered for them is gone.
    expect(await page.getByRole('radio', { name: /ZHAO GUANG/ }).isChecked()).toBe(true);
    await chooseAdult(visitor, 'ZHAO GUANG');
    expect(await page.getByLabel(own.university).inputValue()).toBe('');
    await fillForm(visitor);

    const { from, to, officeId, productId } = await chosenDay(account);
    const range = await officer('bookings.addServiceRange', { body: { officeId, productId, from, to, isOpen: false } });
    await confirm(visitor);

    await toast(visitor, own.closed);
    await expect.poll(() => whereIs(visitor)).toBe('/');
    await officer('bookings.removeServiceRange', { params: { id: range.id }, body: {} });
    await page.getByRole('link', { name: own.resume(own.exam) }).click();
    await atStep(visitor, 'needToKnow');
    await page.getByRole('grid').getByRole('button', { name: own.available }).nth(2).click();
    await next(visitor);
    await chooseStays(visitor, 'ZHAO GUANG');
  });
});

/** The day and place of the request in progress, as the account's draft has them. */
async function chosenDay({ call }: Awaited<ReturnType<typeof newAccount>>) {
  const saved = await call('draft.get', { params: { kind: 'booking' } });
  const { draft } = JSON.parse(saved?.json ?? '{}') as {
    draft: Record<'officeId' | 'productId' | 'expectDate', string>;
  };
  return { from: draft.expectDate, to: draft.expectDate, officeId: draft.officeId, productId: draft.productId };
}

/** Who was chosen before, and what was answered, is still there. */
async function chooseStays(visitor: Visitor, name: string): Promise<void> {
  const { page } = visitor;
  await atStep(visitor, 'candidateInfo');
  expect(await page.getByRole('radio', { name: new RegExp(name) }).isChecked()).toBe(true);
  expect(await page.getByLabel(wordsOf(visitor).university).inputValue()).toBe(wordsOf(visitor).contact);
}
