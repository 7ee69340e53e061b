import { describe, expect, it } from 'vitest';
import { signIn } from './stage/account.ts';
import { request } from './stage/booking.ts';
import { counting, type Counting } from './stage/counting.ts';
import { addAdult, newAccount, pay, placeOrder, tktIntoCart } from './stage/programs.ts';
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
async function givenRequest(): Promise<void> {
  const account = await newAccount();
  await addAdult(account, 'LIN');
  const candidate = await visit({ language: 'en' });
  await signIn(candidate, account.phone);
  await request(candidate, 'ZHAO LIN');
}

describe('on a desk', () => {
  it('a booking is priced with no more clicks and fields than are written here, and the next one is offered', async () => {
    await givenRequest();
    const visitor = await atList('/bookings?bookingStatus=Submitted&sort=submittedAt');
    const { page, counted } = visitor;
    const field = (name: string) => page.getByLabel(name, { exact: true });
    const waiting = await page.locator('.list-table tbody tr').count();

    await counted.press(page.getByRole('main').locator('tbody a').first());
    await counted.type(field('Paper or course'), 'Calculus');
    await counted.type(field('Start'), '09:00');
    await counted.type(field('End'), '11:00');
    await page.getByText('Price list:').waitFor();
    if ((await field('City').inputValue()) === '') await counted.choose(field('City'), 'Beijing');
    await counted.press(page.getByRole('button', { name: 'Send to the candidate', exact: true }));
    await counted.press(page.getByRole('dialog').getByRole('button', { name: 'Send to the candidate', exact: true }));
    await toast(visitor, 'The arrangement has been sent.');
    const address = page.url();
    const next = page.getByRole('link', { name: /^Next to price: / });
    await appears(next.or(page.getByText('No other booking waits to be priced.')));
    if (waiting > 1) await next.click();

    print('price a booking', counted);
    expect(counted.count()).toMatchObject({ clicks: 4, fields: 3 });
    await expect.poll(() => page.url() === address).toBe(waiting < 2);
    if (waiting > 1) await appears(page.getByRole('heading', { level: 2, name: 'Arrange and price' }));
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
});
