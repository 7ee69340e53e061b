import { randomUUID } from 'node:crypto';
import { addDays, chinaDateOf, weekdayOf } from '@exam/contract/rules';
import { describe, expect, it } from 'vitest';
import { signIn } from './stage/account.ts';
import { request } from './stage/booking.ts';
import { counting, type Counting } from './stage/counting.ts';
import { staffProgram } from './stage/officers.ts';
import { addAdult, newAccount, pay, placeOrder, type Program, tktIntoCart } from './stage/programs.ts';
import { goToConsole, signInStaff, type StaffAccount } from './stage/staff.ts';
import { appears, toast, useVisitors } from './stage/visitors.ts';

const visit = useVisitors();

function print(act: string, { count }: Counting): void {
  const { clicks, fields } = count();
  process.stdout.write(`An officer, to ${act}: ${clicks} clicks, ${fields} fields\n`);
}

/** What is counted begins with the list in sight, and ends when the page says that it is done. */
async function atList(path: string, account: StaffAccount = 'officer') {
  const visitor = await visit({ language: 'en' });
  await signInStaff(visitor, account);
  await goToConsole(visitor, path);
  await appears(visitor.page.locator('.list-table tbody tr').first());
  return { ...visitor, counted: counting(visitor) };
}

/** A booking that waits to be priced: that of the demonstration may be priced by another test already. */
async function givenRequest(): Promise<{ account: Program; id: string }> {
  const account = await newAccount();
  await addAdult(account, 'LIN');
  const candidate = await visit({ language: 'en' });
  await signIn(candidate, account.phone);
  return { account, id: await request(candidate, 'ZHAO LIN') };
}

/** Prices the booking that is open as the price list does, and sends it. */
async function price(visitor: Awaited<ReturnType<typeof atList>>): Promise<void> {
  const { page, counted } = visitor;
  const field = (name: string) => page.getByLabel(name, { exact: true });
  await counted.type(field('Paper or course'), 'Calculus');
  await counted.type(field('Start'), '09:00');
  await counted.type(field('End'), '11:00');
  await page.getByText('Price list:').waitFor();
  if ((await field('City').inputValue()) === '') await counted.choose(field('City'), 'Beijing');
  await sendArrangement(visitor);
}

async function sendArrangement(visitor: Awaited<ReturnType<typeof atList>>): Promise<void> {
  const { page, counted } = visitor;
  const send = { name: 'Send to the candidate', exact: true };
  await counted.press(page.getByRole('main').getByRole('button', send));
  await counted.press(page.getByRole('dialog').getByRole('button', send));
  await toast(visitor, 'The arrangement has been sent.');
}

describe('on a desk', () => {
  it('a booking is priced with no more clicks and fields than are written here, and the next one is offered', async () => {
    await givenRequest();
    const visitor = await atList('/bookings?bookingStatus=Submitted&sort=submittedAt');
    const { page, counted } = visitor;
    const waiting = await page.locator('.list-table tbody tr').count();

    await counted.press(page.getByRole('main').locator('tbody a').first());
    await price(visitor);
    const address = page.url();
    const next = page.getByRole('link', { name: /^Next to price: / });
    await appears(next.or(page.getByText('No other booking waits to be priced.')));
    if (waiting > 1) await next.click();

    print('price a booking', counted);
    expect(counted.count()).toMatchObject({ clicks: 4, fields: 3 });
    await expect.poll(() => page.url() === address).toBe(waiting < 2);
    if (waiting > 1) await appears(page.getByRole('heading', { level: 2, name: 'Arrange and price' }));
  });

  it('an arrangement that came back is sent with no more clicks and fields than are written here', async () => {
    const { account, id } = await givenRequest();
    const { code } = await account.call('booking.get', { params: { id } });
    const visitor = await atList(`/bookings?search=${code}`);
    await visitor.page.locator('.list-table tbody a').first().click();
    await price(visitor);
    await account.call(
      'booking.reject',
      { body: { bookingId: id, reason: 'An hour later, please.' } },
      { idempotencyKey: randomUUID() },
    );
    const { page, ...again } = await atList(`/bookings?search=${code}`);
    const { counted } = again;

    await counted.press(page.locator('.list-table tbody a').first());
    await counted.type(page.getByLabel('Start', { exact: true }), '10:00');
    await sendArrangement({ page, ...again });

    print('send what came back', counted);
    expect(counted.count()).toMatchObject({ clicks: 3, fields: 1 });
  });

  it('a person is found from any page with no more clicks and fields than are written here', async () => {
    const { page, counted } = await atList('/applications');
    const heads = await page.locator('.list-table thead th').allInnerTexts();
    const at = heads.findIndex((head) => head.startsWith('Candidate')) + 1;
    const names = await page.locator(`.list-table tbody tr > :nth-child(${at})`).allInnerTexts();
    const name = names.find((each) => /^[A-Z]+ [A-Z]+$/.test(each)) ?? '';

    await counted.type(page.getByRole('banner').getByRole('searchbox'), name.slice(0, -2));
    await page.keyboard.press('Enter');
    await appears(page.getByRole('main').getByRole('listitem').filter({ hasText: name }).first());

    print('find a person', counted);
    expect(counted.count()).toMatchObject({ clicks: 0, fields: 1 });
  });

  it('where the money is of a number that a family reads out is found with no more clicks and fields than are written here', async () => {
    const account = await newAccount();
    const trade = await pay(account, await placeOrder(account, [await tktIntoCart(account, 'QIAN')]));
    const { page, counted } = await atList('/applications', 'support');

    await counted.type(page.getByRole('banner').getByRole('searchbox'), trade);
    await page.keyboard.press('Enter');
    const hit = page.getByRole('main').getByRole('listitem');
    await appears(hit.filter({ hasText: 'ZHAO QIAN' }).filter({ hasText: 'Registered' }));

    print('say where the money is', counted);
    expect(await hit.count()).toBe(1);
    expect(counted.count()).toMatchObject({ clicks: 0, fields: 1 });
  });

  it('a cancellation is prepared and agreed to, by two people, with no more clicks and fields than are written here', async () => {
    const account = await newAccount();
    const applicationId = await tktIntoCart(account, 'SUN', (sessions) =>
      sessions.find(({ cityName }) => cityName === 'Beijing'),
    );
    await pay(account, await placeOrder(account, [applicationId]));
    await account.call(
      'application.requestCancellation',
      { query: { applicationId }, body: { reason: 'She is ill on that day.', documentIds: [] } },
      { idempotencyKey: randomUUID() },
    );
    const { code } = await account.call('application.get', { params: { id: applicationId } });

    const officer = await atList(`/cancellations?search=${code}`);
    await officer.counted.press(officer.page.locator('.list-table tbody a').first());
    await appears(officer.page.getByRole('heading', { level: 1, name: 'ZHAO SUN' }));
    await officer.counted.press(officer.page.getByRole('button', { name: /^Ask a colleague to approve ¥/ }));
    await toast(officer, 'A colleague is asked to confirm it.');
    const approver = await atList('/approvals', 'approver');
    await approver.counted.press(approver.page.getByRole('row').filter({ hasText: code }).getByRole('link'));
    await approver.counted.press(approver.page.getByRole('button', { name: 'Approve', exact: true }));
    await toast(approver, 'Approved and done.');

    print('prepare a cancellation', officer.counted);
    print('agree to a cancellation', approver.counted);
    expect(officer.counted.count()).toMatchObject({ clicks: 2, fields: 0 });
    expect(approver.counted.count()).toMatchObject({ clicks: 2, fields: 0 });
    await expect
      .poll(async () => (await account.call('application.get', { params: { id: applicationId } })).status)
      .toBe('Cancelled');
  });

  it('sessions of two venues are made, each paper at its time, its price and its price for groups, with no more clicks and fields than are written here', async () => {
    const visitor = await visit({ language: 'en' });
    await signInStaff(visitor, 'officer', '/sessions/new');
    const { page } = visitor;
    const counted = counting(visitor);
    const main = page.getByRole('main');
    const day = addDays(chinaDateOf(new Date().toISOString()), 340);
    const date = addDays(day, (6 - weekdayOf(day) + 7) % 7);

    const officer = await staffProgram('officer');
    const { products } = await officer('sessions.choices', {});
    const listed = products
      .find(({ code }) => code === 'tkt')!
      .subjects.filter(({ code }) => ['M1', 'M2', 'M3'].includes(code));

    await counted.choose(main.getByLabel('Product'), 'TKT (Teaching Knowledge Test)');
    for (const paper of [/^M1/, /^M2/, /^M3/]) await counted.press(main.getByRole('checkbox', { name: paper }));
    for (const name of ['From', 'To']) await counted.type(main.getByLabel(name, { exact: true }), date);
    for (const venue of [/^BJ-01/, /^BJ-02/]) await counted.press(main.getByRole('checkbox', { name: venue }));
    await counted.press(main.getByRole('button', { name: 'Dry run' }));
    await appears(main.getByText('2 sessions can be made'));
    const row = main.getByRole('table', { name: 'What would be made' }).locator('tbody tr').first();
    const shown = await row.innerText();
    for (const { code, times } of listed) expect(shown).toContain(`${code} ${times?.startTime}–${times?.endTime} ¥`);
    await counted.press(main.getByRole('button', { name: 'Make 2 and publish' }));
    await page.getByRole('heading', { level: 1, name: 'Sessions', exact: true }).waitFor();

    print('plan two venues with three papers each', counted);
    expect(counted.count()).toMatchObject({ clicks: 8, fields: 2 });
    const { list } = await officer('sessions.search', { body: { from: date, to: date } });
    expect(list.map(({ status }) => status)).toEqual(['Published', 'Published']);
    for (const { id } of list) {
      const { papers } = await officer('sessions.get', { params: { id } });
      expect(
        papers.map(({ startTime, endTime, localFee, tierFees }) => ({ startTime, endTime, localFee, tierFees })),
      ).toEqual(listed.map(({ times, fees }) => ({ ...times, localFee: fees?.localFee, tierFees: fees?.tierFees })));
    }
  });
});
