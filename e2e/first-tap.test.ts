import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { signIn } from './stage/account.ts';
import { bookingWords } from './stage/booking-words.ts';
import { bornYearsAgo, residentNumber } from './stage/people.ts';
import { addAdult, newAccount } from './stage/programs.ts';
import { next } from './stage/registration.ts';
import { desktop, goTo, phone, settled, useVisitors, type Visitor } from './stage/visitors.ts';

const visit = useVisitors();

const readers = [
  ['under a finger, in Chinese', { language: 'zh', screen: phone }],
  ['under a mouse, in English', { language: 'en', screen: desktop }],
] as const;

/** Runs in the page: notes how far anything that can be pressed or typed into moves between a press and its release. */
const noteMoves = `(() => {
  const tops = () => [...document.querySelectorAll('main :is(a, button, input, select, textarea)')]
    .map((each) => [each, each.getBoundingClientRect().top]);
  let before = [];
  window.moves = [];
  addEventListener('mousedown', () => (before = tops()), true);
  addEventListener('mouseup', () => {
    const now = new Map(tops());
    const far = before.map(([each, top]) => Math.abs((now.get(each) ?? top) - top));
    window.moves.push(Math.max(0, ...far));
  }, true);
})()`;

/** What is typed into a field of a kind so that something is wrong with it. */
const wrong: Readonly<Record<string, string>> = { tel: '123', email: 'a@', password: 'a', numeric: '99' };

async function isTypedIn(field: Locator): Promise<boolean> {
  return (await field.isEditable()) && !/^(checkbox|radio|file)$/.test((await field.getAttribute('type')) ?? 'text');
}

/** Leaves every field of the page's form, wrong, by pressing on its heading. @returns how far each press moved anything. */
async function leaveEach(visitor: Visitor): Promise<readonly number[]> {
  const { page, isPhone } = visitor;
  await settled(visitor);
  await page.evaluate(noteMoves);
  const form = page.getByRole('main').locator('form').last();
  const heading = form.locator('label, legend').first();
  for (const field of await form.locator('input, textarea').all()) {
    if (!(await isTypedIn(field))) continue;
    const kind = (await field.getAttribute('inputmode')) ?? (await field.getAttribute('type')) ?? 'text';
    await field.fill(wrong[kind] ?? wrong[(await field.getAttribute('type')) ?? ''] ?? '1');
    const place = await heading.boundingBox();
    if (!place) throw new Error('There is nothing to press on.');
    await heading.scrollIntoViewIfNeeded();
    if (isPhone) await heading.tap();
    else {
      await heading.hover();
      await page.mouse.down();
      await page.evaluate('new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn)))');
      await page.mouse.up();
    }
  }
  // What is wrong is said all the same, once the press is over.
  await form.locator('.field-error').first().waitFor();
  return await page.evaluate<number[]>('window.moves');
}

const none = (moves: readonly number[]) => moves.map(() => 0);

describe('a field that is left', () => {
  it.each(readers)('moves nothing while the press is on, %s: forms of accounts', async (_, who) => {
    const visitor = await visit(who);
    const { page, words } = visitor;
    const found: Record<string, readonly number[]> = {};

    for (const path of ['/auth/register', '/auth/emailregister', '/auth/signin', '/auth/forget-password']) {
      await goTo(visitor, path);
      found[path] = await leaveEach(visitor);
    }
    await page.getByRole('link', { name: words.auth.signIn }).first().waitFor();
    await goTo(visitor, '/auth/signin');
    await page.getByRole('tab', { name: words.auth.byPassword }).click();
    found['password'] = await leaveEach(visitor);

    expect(found).toEqual(Object.fromEntries(Object.entries(found).map(([path, moves]) => [path, none(moves)])));
  });

  it.each(readers.slice(0, 1))(
    'moves nothing while the press is on, %s: candidates and answers of a form',
    async (_, who) => {
      const visitor = await visit(who);
      const { page, words, language } = visitor;
      const account = await newAccount();
      await addAdult(account, 'TAP');
      await signIn(visitor, account.phone);
      const found: Record<string, readonly number[]> = {};

      await goTo(visitor, '/candidate/my-candidates?form=new');
      found['identity card'] = await leaveEach(visitor);
      await page.locator('input[value=Passport]').first().check();
      found['passport'] = await leaveEach(visitor);
      await toForm(visitor);
      found[bookingWords[language].exam] = await leaveEach(visitor);

      expect(words.lang).toBe(language === 'zh' ? 'zh-CN' : 'en-GB');
      expect(found).toEqual(Object.fromEntries(Object.entries(found).map(([path, moves]) => [path, none(moves)])));
    },
  );
});

/** To the form of an exam that is booked. */
async function toForm(visitor: Visitor): Promise<void> {
  const { page, words, language } = visitor;
  const own = bookingWords[language];
  await page.goto(`${new URL(page.url()).origin}/exam-registration?product=university-exam`);
  await page.getByRole('checkbox', { name: words.wizard.agree }).check();
  await next(visitor);
  await page.getByLabel(own.centre, { exact: true }).selectOption({ label: own.beijing });
  await page.getByRole('grid').getByRole('button', { name: own.available }).nth(2).click();
  await next(visitor);
  await page.getByRole('radio', { name: /TAP/ }).check();
  await page.getByLabel(own.university).waitFor();
}

describe('the surname', () => {
  it.each(readers)('stays where it is when the number has said who it is, %s', async (_, who) => {
    const visitor = await visit(who);
    const { page, words } = visitor;
    const account = await newAccount();
    await signIn(visitor, account.phone, { at: '/candidate/my-candidates?form=new' });
    await settled(visitor);
    const topOf = async () =>
      await page
        .getByLabel(words.candidates.lastName, { exact: true })
        .evaluate((field: { getBoundingClientRect: () => { top: number } }) => field.getBoundingClientRect().top);
    const number = page.getByLabel(words.candidates.number, { exact: true });
    const digits = residentNumber(bornYearsAgo(10));
    await number.fill(digits.slice(0, 17));
    const before = await topOf();

    await number.press(digits.slice(17));
    await page.getByText(words.candidates.isTen).waitFor();

    expect(await topOf()).toBe(before);
  });
});
