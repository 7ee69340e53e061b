import { describe, expect, it } from 'vitest';
import { password, signIn } from './stage/account.ts';
import { bornYearsAgo, residentNumber } from './stage/people.ts';
import { placeOf } from './stage/places.ts';
import { addAdult, newAccount } from './stage/programs.ts';
import { agree, atStep, chooseSession, chooseSubject } from './stage/registration.ts';
import { appears, goTo, inChinese, inEnglish, readers, useVisitors, type Visitor, whereIs } from './stage/visitors.ts';

const visit = useVisitors();

const texts = {
  en: {
    redirecting: 'Redirecting...',
    addHere: 'Add a candidate',
    full: 'Insufficient seats. Please go back to your shopping cart and submit again.',
    broken: 'Something went wrong on our side. Try again. Number 7c1f.',
    logOut: 'Sign out',
  },
  zh: {
    redirecting: '正在跳转……',
    addHere: '添加考生',
    full: '名额不足，请返回购物车重新提交。',
    broken: '系统出现问题，请稍后重试。编号 7c1f。',
    logOut: '退出登录',
  },
};

/** Half an hour later in the page, which then has signed the person out; they answer the dialog. */
async function beIdle({ page, words }: Visitor): Promise<void> {
  const over = page.getByRole('dialog', { name: words.auth.idle });
  await page.clock.fastForward('30:05');
  await over.getByRole('button', { name: words.auth.signInAgain }).click();
  await expect.poll(() => new URL(page.url()).pathname).toBe('/auth/signin');
}

describe('what was typed in a step and not saved', () => {
  it.each(inChinese)(
    'is there again after an idle sign-out, also when the page was loaded anew, and for nobody else, %s [R-23 R-35 ASVS-14.3.3]',
    async (_, who) => {
      const visitor = await visit(who);
      const { page, words } = visitor;
      const [account, other] = [await newAccount(), await newAccount()];
      await addAdult(account, 'YUAN');
      await page.clock.install();
      await signIn(visitor, account.phone, { at: '/exam-registration?product=tkt' });
      await agree(visitor);
      await chooseSubject(visitor, words.subjects.m1);
      await chooseSession(visitor, 4, words.cities.beijing);
      await atStep(visitor, 'candidateInfo');
      await page.getByRole('checkbox', { name: /ZHAO YUAN/ }).check();
      await page.getByRole('main').getByRole('button', { name: texts[who.language].addHere }).click();
      const number = residentNumber(bornYearsAgo(10));
      const fields = {
        number: page.getByLabel(words.candidates.number, { exact: true }),
        lastName: page.getByLabel(words.candidates.lastName, { exact: true }),
        guardian: page.getByLabel(words.candidates.guardianName, { exact: true }),
      };
      await fields.number.fill(number);
      await fields.lastName.fill('WANG');
      await fields.guardian.fill('王建国');
      const typed = async () => await Promise.all(Object.values(fields).map((field) => field.inputValue()));

      await beIdle(visitor);
      const stored = await page.evaluate<string>('JSON.stringify([{ ...localStorage }, { ...sessionStorage }])');
      await signIn(visitor, account.phone);
      await atStep(visitor, 'candidateInfo');
      await expect.poll(typed).toEqual([number, 'WANG', '王建国']);
      await page.reload();
      await atStep(visitor, 'candidateInfo');
      await expect.poll(typed).toEqual([number, 'WANG', '王建国']);

      expect(stored).not.toContain(number);
      expect(stored).not.toContain('王建国');
      await beIdle(visitor);
      await signIn(visitor, other.phone, { at: '/candidate/my-candidates' });
      await page.getByRole('main').getByRole('button', { name: words.candidates.add }).first().click();
      expect(await fields.number.inputValue()).toBe('');
    },
  );
});

describe('a session that was ended elsewhere', () => {
  it.each(inEnglish)(
    'is told for three seconds, then the page leads to sign-in and back, %s [R-24 error:status.401 rule:session.401_clears_login]',
    async (_, who) => {
      const visitor = await visit(who);
      const { page, context } = visitor;
      const account = await newAccount();
      await page.clock.install();
      await signIn(visitor, account.phone, { at: '/candidate/account?bind=email' });
      const save = page.locator('#messages').getByRole('button', { name: /^(Save|保存)$/ });
      await save.waitFor();
      // A call that is still under way would be answered after the session's end.
      await page.waitForLoadState('networkidle');
      const here = whereIs(visitor);
      const ended = await context.request.get(`${placeOf('portal')}/api/user/login_out`, {
        headers: { 'sec-fetch-site': 'same-origin' },
      });
      expect(ended.ok()).toBe(true);
      const told = page.locator('.toasts').getByText(texts[who.language].redirecting);

      await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 60_000);
      await save.click();
      await told.waitFor();
      await page.clock.runFor(2900);
      expect(await told.count()).toBe(1);
      await page.clock.runFor(200);
      await told.waitFor({ state: 'detached' });
      expect(whereIs(visitor)).toBe(here);
      await page.clock.runFor(500);
      await expect.poll(() => new URL(page.url()).pathname).toBe('/auth/signin');
      await page.clock.resume();
      await signIn(visitor, account.phone);

      await expect.poll(() => whereIs(visitor)).toBe(here);
    },
  );
});

describe('a refused call', () => {
  it.each(readers)(
    'shows the sentence of a 412 and of a 500 for three seconds, and the page stays as it is, %s [S-1 error:status.412_and_500]',
    async (_, who) => {
      const visitor = await visit(who);
      const { page } = visitor;
      const words = texts[who.language];
      const account = await newAccount();
      await page.clock.install();
      await signIn(visitor, account.phone, { at: '/candidate/account' });
      const save = page.locator('#messages').getByRole('button', { name: /^(Save|保存)$/ });
      await save.waitFor();
      await page.clock.pauseAt((await page.evaluate<number>('Date.now()')) + 60_000);

      for (const [status, code, userMessage] of [
        [412, 'SEATS_INSUFFICIENT', words.full],
        [500, 'INTERNAL', words.broken],
      ] as const) {
        await page.route('**/api/user/other_information', (route) =>
          route.fulfill({ status, json: { code, userMessage, requestId: '7c1f' } }),
        );
        const told = page.locator('.toasts').getByText(userMessage);
        await save.click();
        await told.waitFor();
        await page.clock.runFor(2900);
        expect(await told.count()).toBe(1);
        await page.clock.runFor(200);
        await told.waitFor({ state: 'detached' });
        expect(whereIs(visitor)).toBe('/candidate/account');
        expect(await save.isEnabled()).toBe(true);
        await page.unroute('**/api/user/other_information');
      }
      await page.clock.resume();
      // The browser itself writes a line about the 500.
      expect(visitor.complaints).toHaveLength(1);
      expect(visitor.complaints.splice(0)[0]).toContain('status of 500');
    },
  );
});

/** As they are in the address, after `callbackUrl=`: one of each kind; `callback-url.test.ts` of the portal has many. */
const callbacks = [
  '//evil.example',
  '/%5Cevil.example',
  '/%09/evil.example',
  '%5C%5Cevil.example',
  'https:evil.example',
  'https://user@evil.example',
  '/%2F%2Fevil.example%2F..%2F',
  'javascript:alert(1)',
  '%20javascript:alert(1)',
  '%252F%252Fevil.example',
  '/..//evil.example',
  '/auth/signin?callbackUrl=//evil.example',
];

describe('an address to come back to', () => {
  it('never leads a signed-in person off this site, whatever it says [T7 R-15 ASVS-3.7.2]', async () => {
    const visitor = await visit({ language: 'en' });
    const { page, context } = visitor;
    const account = await newAccount();
    await signIn(visitor, account.phone);
    const left: string[] = [];
    const here = new URL(placeOf('portal')).origin;
    await context.route(
      (url) => url.origin !== here && url.protocol.startsWith('http'),
      async (route) => {
        left.push(route.request().url());
        await route.abort();
      },
    );

    for (const callback of callbacks) {
      await page.goto(`${here}/auth/signin?callbackUrl=${callback}`, { waitUntil: 'commit' });
      await expect.poll(() => new URL(page.url()).pathname !== '/auth/signin' || page.url()).toBe(true);
      expect(new URL(page.url()).origin, callback).toBe(here);
    }

    expect(left).toEqual([]);
  });
});

describe('a password field', () => {
  it.each(readers)(
    'hides what is typed until asked, takes what is pasted, and lets a password manager fill it; who is in finds the way out, %s [ASVS-6.2.6 ASVS-6.2.7 ASVS-7.4.4 screen:frame.user_menu_with_phone_number rule:session.login_from_current_user]',
    async (_, who) => {
      const visitor = await visit(who);
      const { page, words, context } = visitor;
      const account = await newAccount();
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await goTo(visitor, '/auth/signin');
      await page.getByRole('tab', { name: words.auth.byPassword }).click();
      const field = page.getByLabel(words.auth.password, { exact: true });
      expect([await field.getAttribute('type'), await field.getAttribute('autocomplete')]).toEqual([
        'password',
        'current-password',
      ]);

      await page.evaluate(`navigator.clipboard.writeText(${JSON.stringify(password)})`);
      await field.focus();
      await page.keyboard.press('ControlOrMeta+V');

      expect(await field.inputValue()).toBe(password);
      await signIn(visitor, account.phone);
      for (const path of ['/', '/candidate/account', '/candidate/order']) {
        await goTo(visitor, path);
        const bar = page.getByRole('banner');
        if (visitor.isPhone) await bar.getByText(words.menu, { exact: true }).click();
        else await bar.getByRole('button', { name: /\d{3}\*+\d{4}/ }).click();
        const wayOut = page.getByText(texts[who.language].logOut, { exact: true }).filter({ visible: true });
        await appears(wayOut);
      }
    },
  );
});
