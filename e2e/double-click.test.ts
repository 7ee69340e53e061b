import { expect, it } from 'vitest';
import { signIn } from './stage/account.ts';
import { newAccount, tktIntoCart } from './stage/programs.ts';
import { demoDay } from './stage/places.ts';
import { agree, atStep, chooseSubject, longDate } from './stage/registration.ts';
import { useVisitors, whereIs } from './stage/visitors.ts';

const visit = useVisitors();

it('of the button that orders makes one order and complains of nothing [S-5]', async () => {
  const account = await newAccount();
  await tktIntoCart(account, 'YI', (sessions) =>
    sessions.find(({ cityName, status }) => cityName === 'Shanghai' && status === 'Available'),
  );
  const visitor = await visit({ language: 'en' });
  const { page, words } = visitor;
  await signIn(visitor, account.phone, { at: '/candidate/shopping-cart' });
  await page.getByRole('link', { name: words.cart.toOrder }).click();
  const sent: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.method() === 'POST' && pathname === '/api/order') sent.push(request.url());
  });

  // Both presses come in one go, before the page can be drawn again.
  await page.getByRole('button', { name: words.order.submit }).waitFor();
  await page.evaluate(`(() => {
    const button = [...document.querySelectorAll('main button')].find(({ textContent }) => textContent === '${words.order.submit}');
    button.click();
    button.click();
  })()`);

  await page.getByRole('heading', { level: 1, name: words.pay.title }).waitFor();
  expect(sent).toHaveLength(1);
  const { recordCount } = await account.call('order.search', { body: { pageIndex: 1, pageSize: 10 } });
  expect(recordCount).toBe(1);
});

it('of a session is one page of the registration, and one page back', async () => {
  const account = await newAccount();
  const visitor = await visit({ language: 'en' });
  const { page, words } = visitor;
  await signIn(visitor, account.phone, { at: '/exam-registration?product=tkt' });
  await agree(visitor);
  await chooseSubject(visitor, words.subjects.m1);

  const name = words.wizard.choose({ date: longDate(visitor, demoDay(4)), city: words.cities.beijing });
  await page.getByRole('button', { name, exact: true }).dblclick();
  await atStep(visitor, 'candidateInfo');
  await page.goBack();

  await atStep(visitor, 'needToKnow');
  expect(whereIs(visitor)).toBe('/exam-registration?product=tkt&step=needToKnow');
  expect(await page.getByRole('checkbox', { name: words.subjects.m1 }).isChecked()).toBe(true);
});
