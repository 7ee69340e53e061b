import { describe, expect, it } from 'vitest';
import { signIn } from './stage/account.ts';
import { addAdult, newAccount } from './stage/programs.ts';
import { agree, atStep, chooseCandidate, chooseSession, chooseSubject, tickEverything } from './stage/registration.ts';
import { desktop, goTo, phone, useVisitors } from './stage/visitors.ts';

const visit = useVisitors();

describe('several subjects in one pass', () => {
  it.each([
    { language: 'zh', screen: phone },
    { language: 'en', screen: desktop },
  ] as const)(
    'have a session each, one of which can be changed, and one order; in $language [R-34 R-36]',
    async (who) => {
      const account = await newAccount();
      await addAdult(account, 'DUO');
      const visitor = await visit(who);
      const { page, words } = visitor;
      const { subjects, cities, wizard } = words;
      await signIn(visitor, account.phone);
      await goTo(visitor, '/exam-registration?product=tkt');
      await atStep(visitor, 'needToKnow');
      await agree(visitor);
      // The words of the first session are slow: the subjects stay where they are meanwhile.
      const arriving = Promise.withResolvers<void>();
      await page.route('**/assets/refund-line-*', async (route) => {
        await arriving.promise;
        await route.continue();
      });
      await chooseSubject(visitor, subjects.m1);
      await page.getByRole('checkbox', { name: subjects.clil }).check();
      arriving.resolve();

      // The session in Beijing does not offer the second one, whose sessions are shown then.
      await chooseSession(visitor, 4, cities.beijing);
      const heading = page.getByRole('heading', { level: 2, name: /CLIL/ });
      await heading.waitFor();
      await expect.poll(() => heading.evaluate((element) => element.matches(':focus'))).toBe(true);
      await page.locator('.session-aside').getByRole('button').first().click();

      await atStep(visitor, 'candidateInfo');
      const chosen = page.locator('.register-aside');
      expect(await chosen.getByText(cities.beijing, { exact: true }).count()).toBe(1);
      await chosen.getByRole('button').first().click();
      await atStep(visitor, 'needToKnow');
      await page.getByRole('button', { name: subjects.change(subjects.m1) }).click();
      await page.getByRole('heading', { level: 2, name: subjects.sessionsOf(subjects.m1) }).waitFor();
      const another = who.language === 'zh' ? /^选择 .*重庆$/ : /^Choose .*Chongqing$/;
      await page.getByRole('button', { name: another }).click();
      await chooseCandidate(visitor, 'ZHAO DUO');
      await tickEverything(visitor);
      await page.getByRole('button', { name: wizard.order }).click();

      await page.getByRole('heading', { level: 1, name: words.pay.title }).waitFor();
      const { list } = await account.call('order.search', { body: { pageIndex: 1, pageSize: 10 } });
      expect(list.map(({ payAmount }) => payAmount)).toEqual([201_400]);
      const sat = await account.call('application.search', { body: { pageIndex: 1, pageSize: 10 } });
      expect(sat.list.map(({ subjectName }) => subjectName).toSorted()).toEqual([
        expect.stringMatching(/^CLIL/),
        expect.stringMatching(/^Module 1|^模块一/),
      ]);
    },
  );
});
