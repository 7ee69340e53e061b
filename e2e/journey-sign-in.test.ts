import type { Locator } from 'playwright-core';
import { describe, expect, it } from 'vitest';
import { fillDate, password, register, signIn, tickConsents } from './stage/account.ts';
import { passCheck, placeOfPiece } from './stage/check.ts';
import { axeFindings, foreignWords, stickingOut } from './stage/findings.ts';
import { codeSentTo, messagesTo, minutesLater } from './stage/outside.ts';
import { bornYearsAgo, chinaDay, newPhone } from './stage/people.ts';
import { placeOf } from './stage/places.ts';
import { addAdult, newAccount } from './stage/programs.ts';
import { agree, atStep, chooseSession, chooseSubject, findAndBegin } from './stage/registration.ts';
import {
  appears,
  goTo,
  inChinese,
  inEnglish,
  readers,
  toast,
  useVisitors,
  type Visitor,
  whereIs,
} from './stage/visitors.ts';

const visit = useVisitors();

/** What is wrong with the page as it is now, for axe, in words of the other language, in width. */
async function wrongs({ page, language }: Visitor): Promise<string[]> {
  const foreign = language === 'zh' ? await foreignWords(page) : [];
  return [...(await axeFindings(page)), ...foreign, ...(await stickingOut(page))];
}

const newEmail = () => `reader${newPhone()}@example.org`;
const main = ({ page }: Visitor) => page.getByRole('main');

/** Goes on by Tab until the focus is where it is wanted. */
async function tabTo({ page }: Visitor, wanted: Locator): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    if (await wanted.evaluate((element) => element.matches(':focus'))) return;
    await page.keyboard.press('Tab');
  }
  throw new Error('Tab does not come there.');
}

/** Brings the piece to its place by the arrow keys and has it checked. */
async function passCheckByKeys(visitor: Visitor): Promise<void> {
  const { page, words } = visitor;
  const check = page.getByRole('dialog', { name: words.check.title });
  await page.locator('[role=slider]:focus').waitFor();
  const place = await placeOfPiece(visitor);
  for (let at = 0; at + 4 <= place; at += 4) await page.keyboard.press('ArrowRight');
  for (let at = place - (place % 4); at < place; at++) await page.keyboard.press('Shift+ArrowRight');
  expect(await check.getByRole('slider').getAttribute('aria-valuenow')).toBe(String(place));
  await page.keyboard.press('Enter');
  await check.waitFor({ state: 'detached' });
}

/** Two presses in one breath: the second comes before the page has had time for anything. */
async function pressTwice(button: Locator): Promise<void> {
  await button.evaluate((element: { click: () => void }) => {
    element.click();
    element.click();
  });
}

/** Opens an account with an address; an impatient person presses everything twice. @returns its phone and address. */
async function registerByEmail(visitor: Visitor): Promise<{ phone: string; email: string }> {
  const { page, words } = visitor;
  const [number, email] = [newPhone(), newEmail()];
  const send = page.getByRole('button', { name: words.send });
  await goTo(visitor, '/auth/emailregister');
  await page.getByLabel(words.auth.email, { exact: true }).fill(email);
  await pressTwice(send.first());
  await passCheckByKeys(visitor);
  await page.getByLabel(words.auth.emailCode, { exact: true }).fill(await codeSentTo(email, 0));
  await page.getByLabel(words.auth.phone, { exact: true }).fill(number);
  await pressTwice(send.last());
  const check = page.getByRole('dialog', { name: words.check.title });
  await pressTwice(check.getByRole('button', { name: words.check.without }));
  await check.waitFor({ state: 'detached' });
  await page.getByLabel(words.auth.code, { exact: true }).fill(await codeSentTo(number, 0));
  await page.getByLabel(words.auth.password, { exact: true }).fill(password);
  await fillDate(page, words.auth.birth, visitor, bornYearsAgo(36));
  await tickConsents(visitor);
  await pressTwice(main(visitor).getByRole('button', { name: words.auth.register, exact: true }));
  await toast(visitor, words.auth.registered);
  // The code and the welcome: what comes later is neither.
  await expect.poll(async () => (await messagesTo(email)).length).toBe(2);
  return { phone: number, email };
}

describe('an account', () => {
  it.each(inChinese)(
    'is opened with phone and e-mail, the check passed by keys, and no double click sends twice, %s [route:/auth/emailregister R-18 R-22 S-8]',
    async (_, who) => {
      const visitor = await visit(who);

      const account = await registerByEmail(visitor);

      expect(await messagesTo(account.phone)).toHaveLength(1);
      const codes = (await messagesTo(account.email)).filter(({ text }) => /\b\d{6}\b/.test(text));
      expect(codes).toHaveLength(1);
      await expect.poll(() => whereIs(visitor)).toBe('/');
    },
  );

  it('is not opened for somebody under eighteen, and the page says to whom to turn [R-20]', async () => {
    const visitor = await visit({ language: 'en' });
    const { page, words } = visitor;
    await goTo(visitor, '/auth/register');

    await fillDate(page, words.auth.birth, visitor, bornYearsAgo(18, -1));
    await main(visitor).getByRole('button', { name: words.auth.register, exact: true }).click();

    await page
      .getByText(/only open to adults over 18\. Please ask a parent or guardian/)
      .first()
      .waitFor();
  });

  it.each(inEnglish)(
    'whose password was forgotten gets a new one by e-mail, %s [route:/auth/forget-password screen:sign-in.forgotten_password_by_e-mail]',
    async (_, who) => {
      const visitor = await visit(who);
      const { page, words, context } = visitor;
      const account = await registerByEmail(visitor);
      const before = (await messagesTo(account.email)).length;
      await context.clearCookies();

      await goTo(visitor, '/auth/signin?callbackUrl=%2Fcandidate%2Forder');
      await page.getByRole('tab', { name: words.auth.byPassword }).click();
      await page.getByRole('link', { name: words.auth.forgotten }).click();
      await page.getByRole('tab', { name: words.auth.byEmail, exact: true }).click();
      await page.getByLabel(words.auth.email, { exact: true }).fill(account.email);
      await minutesLater(1.1, async () => {
        await page.getByRole('button', { name: words.send }).click();
        await passCheck(visitor);
        await page.getByLabel(words.auth.emailCode, { exact: true }).fill(await codeSentTo(account.email, before));
      });
      const next = 'Qilin#2027x';
      await page.getByLabel(words.auth.newPassword, { exact: true }).fill(next);
      await page.getByLabel(words.auth.passwordAgain, { exact: true }).fill(next);
      await page.getByRole('button', { name: words.auth.setPassword, exact: true }).click();
      await toast(visitor, words.auth.passwordSet);

      await expect.poll(() => whereIs(visitor)).toBe('/auth/signin?callbackUrl=%2Fcandidate%2Forder');
      await signIn(visitor, account.phone, { by: next });
      await expect.poll(() => whereIs(visitor)).toBe('/candidate/order');
    },
  );
});

/** Types account and password on the sign-in page and presses the button. */
async function giveAccountAndPassword(visitor: Visitor, account: string): Promise<void> {
  const { page, words } = visitor;
  await goTo(visitor, '/auth/signin?callbackUrl=%2Fcandidate%2Forder');
  await page.getByRole('tab', { name: words.auth.byPassword }).click();
  await page.getByLabel(words.auth.account, { exact: true }).fill(account);
  await page.getByLabel(words.auth.password, { exact: true }).fill(password);
  await main(visitor).getByRole('button', { name: words.auth.signIn, exact: true }).click();
}

describe('a sign-in by password', () => {
  it.each(inChinese)(
    'asks for a code on a device that is not trusted, begins anew when it took too long, and spares the trusted device, %s [R-17 screen:sign-in.by_password]',
    async (_, who) => {
      const visitor = await visit(who);
      const { page, words, context } = visitor;
      const number = await register(visitor);
      const before = (await messagesTo(number)).length;
      const heading = page.getByRole('heading', { level: 1, name: words.auth.secondStep });
      const code = page.getByLabel(words.auth.code, { exact: true });
      const confirm = page.getByRole('button', { name: words.auth.confirmCode, exact: true });
      await context.clearCookies();

      await giveAccountAndPassword(visitor, number);
      await heading.waitFor();
      const asked = await wrongs(visitor);
      await confirm.click();
      await page.getByRole('heading', { name: words.problems }).waitFor();
      const empty = await wrongs(visitor);
      await code.fill('123456');
      await minutesLater(11, async () => {
        await confirm.click();
        await page.getByRole('tab', { name: words.auth.byPassword }).waitFor();
      });

      await giveAccountAndPassword(visitor, number);
      await heading.waitFor();
      await minutesLater(1.1, async () => {
        await page.getByRole('button', { name: words.send }).click();
        await passCheck(visitor);
        await code.fill(await codeSentTo(number, before));
      });
      await page.getByRole('checkbox', { name: words.auth.trust }).check();
      await confirm.click();
      await expect.poll(() => whereIs(visitor)).toBe('/candidate/order');

      await context.clearCookies({ name: 'portal-session' });
      await giveAccountAndPassword(visitor, number);
      await expect.poll(() => whereIs(visitor)).toBe('/candidate/order');
      expect({ asked, empty }).toEqual({ asked: [], empty: [] });
    },
  );
});

describe('a number that may have changed hands', () => {
  it.each(inChinese)(
    'shows nothing of the account with candidates before its owner proves it, or begins an empty one, %s [S-19]',
    async (_, who) => {
      const visitor = await visit(who);
      const { page, words, context } = visitor;
      const owner = await newAccount();
      await addAdult(owner, 'YIDONG');
      const { possession } = words.auth;
      const title = page.getByRole('heading', { level: 1, name: possession.title });
      const byCode = async () => {
        const before = (await messagesTo(owner.phone)).length;
        await goTo(visitor, '/auth/signin?callbackUrl=%2Fcandidate%2Fmy-candidates');
        await page.getByLabel(words.auth.phone, { exact: true }).fill(owner.phone);
        await page.getByRole('button', { name: words.send }).click();
        await passCheck(visitor);
        await page.getByLabel(words.auth.code, { exact: true }).fill(await codeSentTo(owner.phone, before));
        await main(visitor).getByRole('button', { name: words.auth.signIn, exact: true }).click();
        await title.waitFor();
      };

      await minutesLater(1.1, byCode);
      const asked = await wrongs(visitor);
      await page.getByRole('radio', { name: possession.birthDate }).check();
      await fillDate(page, possession.birth, visitor, bornYearsAgo(50));
      await page.getByRole('button', { name: words.auth.confirmCode, exact: true }).click();
      await appears(main(visitor).getByText(possession.twoLeft));
      const missed = await wrongs(visitor);
      await page.getByRole('radio', { name: possession.password }).check();
      await page.getByLabel(words.auth.password, { exact: true }).fill(password);
      await page.getByRole('button', { name: words.auth.confirmCode, exact: true }).click();
      await appears(page.getByText('ZHAO YIDONG'));

      await context.clearCookies();
      await minutesLater(2.3, async () => {
        await byCode();
        await page.getByRole('button', { name: possession.notMe }).click();
        await fillDate(page, words.auth.birth, visitor, bornYearsAgo(30));
        await tickConsents(visitor);
        await page.getByRole('button', { name: possession.begin, exact: true }).click();
        await page.getByRole('heading', { level: 1, name: words.candidates.title }).waitFor();
      });
      expect(await page.getByText('YIDONG').count()).toBe(0);
      expect({ asked, missed }).toEqual({ asked: [], missed: [] });
    },
  );
});

describe('without a mouse', () => {
  it.each(inEnglish)(
    'a person signs in by a code, the slider included, %s [R-18 S-8 screen:sign-in.by_verification_code]',
    async (_, who) => {
      const visitor = await visit(who);
      const { page, words, context } = visitor;
      const number = await register(visitor);
      const before = (await messagesTo(number)).length;
      await context.clearCookies({ name: 'portal-session' });

      await goTo(visitor, '/auth/signin?callbackUrl=%2Fcandidate%2Forder');
      await tabTo(visitor, page.getByLabel(words.auth.phone, { exact: true }));
      await page.keyboard.type(number);
      await tabTo(visitor, page.getByRole('button', { name: words.send }));
      await minutesLater(1.1, async () => {
        await page.keyboard.press('Enter');
        await passCheckByKeys(visitor);
        await page.locator('input[autocomplete=one-time-code]:focus').waitFor();
        await page.keyboard.type(await codeSentTo(number, before));
      });
      await page.keyboard.press('Enter');

      await expect.poll(() => whereIs(visitor)).toBe('/candidate/order');
    },
  );
});

describe('the security check', () => {
  it.each(readers)(
    'is whole with its picture and after a miss, counts no try where nothing was moved, draws another picture, and gives way to Escape, %s [S-8 R-18]',
    async (_, who) => {
      const visitor = await visit(who);
      const { page, words } = visitor;
      const number = newPhone();
      await goTo(visitor, '/auth/signin');
      await page.getByLabel(words.auth.phone, { exact: true }).fill(number);
      await page.getByRole('button', { name: words.send }).click();
      const slider = page.getByRole('slider', { name: words.check.slider });
      await slider.waitFor();
      const fresh = await wrongs(visitor);
      const status = page.getByRole('dialog').getByRole('status');

      await slider.press('Enter');
      await status.filter({ hasText: words.check.unmoved }).waitFor();
      await slider.press('End');
      await slider.press('Enter');
      await status.filter({ hasText: '2' }).waitFor();
      const missed = await wrongs(visitor);
      await tabTo(visitor, page.getByRole('dialog').getByRole('button', { name: words.check.another }));
      await page.keyboard.press('Enter');
      await page.locator('[role=slider][aria-valuenow="0"]:focus').waitFor();
      expect((await status.textContent())?.trim()).toBe('');
      await page.keyboard.press('Escape');

      await page.getByRole('dialog').waitFor({ state: 'detached' });
      expect({ fresh, missed }).toEqual({ fresh: [], missed: [] });
      expect(await page.getByRole('button', { name: words.send }).evaluate((each) => each.matches(':focus'))).toBe(
        true,
      );
      expect(await messagesTo(number)).toEqual([]);
    },
  );
});

describe('somebody who does nothing', () => {
  it.each(inChinese)(
    'in the middle of a registration is warned, signed out, and goes on where they were, %s [R-23 error:status.idle_timeout rule:session.idle_30_minutes]',
    async (_, who) => {
      const visitor = await visit(who);
      const { page, words, context } = visitor;
      await page.clock.install();
      const number = await register(visitor);
      await findAndBegin(visitor, 'TKT', words.products.tkt);
      await agree(visitor);
      await chooseSubject(visitor, words.subjects.m1);
      await chooseSession(visitor, 4, words.cities.beijing);
      await atStep(visitor, 'candidateInfo');
      // A call that is still under way would be answered after the session's end.
      await page.waitForLoadState('networkidle');
      const here = whereIs(visitor);
      const warning = page.getByRole('dialog', { name: words.auth.stillThere });
      const over = page.getByRole('dialog', { name: words.auth.idle });

      await page.clock.fastForward('29:05');
      await warning.waitFor();
      const warned = await wrongs(visitor);
      await warning.getByRole('button', { name: words.auth.stay }).click();
      await warning.waitFor({ state: 'hidden' });
      await page.clock.fastForward('30:05');
      await over.getByText(words.auth.idleText).waitFor();
      await page.keyboard.press('Escape');
      await page.keyboard.press('Escape');
      const ended = await wrongs(visitor);
      const answer = async () => (await context.request.get(`${placeOf('portal')}/api/user/current`)).status();
      await expect.poll(answer).toBe(204);
      await over.getByRole('button', { name: words.auth.signInAgain }).click();
      await signIn(visitor, number);

      expect({ warned, ended }).toEqual({ warned: [], ended: [] });
      await expect.poll(() => whereIs(visitor)).toBe(here);
      await atStep(visitor, 'candidateInfo');
    },
  );
});

describe('an account without an e-mail address', () => {
  it.each(inEnglish)(
    'is asked to bind one, once in seven days, %s [R-22 screen:e-mail_prompt.bind_e-mail_prompt screen:e-mail_prompt.stored_flag]',
    async (_, who) => {
      const visitor = await visit(who);
      const { page, words } = visitor;
      await goTo(visitor, '/');
      await page.getByRole('complementary').getByRole('button', { name: words.close }).click();
      await register(visitor);
      const add = page.getByRole('link', { name: words.auth.addEmail });
      await add.waitFor();
      const asked = await wrongs(visitor);

      await page.getByRole('button', { name: words.auth.notNow }).click();
      await goTo(visitor, '/candidate/order');

      expect(await add.count()).toBe(0);
      expect(asked).toEqual([]);
      const kept = await page.evaluate<string>("localStorage.getItem('bindEmailPrompt')");
      expect(kept).toMatch(/^\{"[\da-f-]{36}":\d{13}\}$/);
      expect(Number(/\d{13}/.exec(kept)?.[0])).toBeGreaterThan(Date.parse(`${chinaDay(6)}T00:00:00Z`));
    },
  );
});
