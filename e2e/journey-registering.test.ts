import { describe, expect, it } from 'vitest';
import { newPhone } from './stage/people.ts';
import { goTo, readers, useVisitors } from './stage/visitors.ts';

const visit = useVisitors();

describe('an account', () => {
  it.each(readers)(
    'is opened on one screen: the number typed at the sign-in is there, the password is seen and asked for once, %s [route:/auth/register R-21]',
    async (_, who) => {
      const visitor = await visit(who);
      const { page, words } = visitor;
      const number = newPhone();
      await goTo(visitor, '/auth/signin');
      await page.getByLabel(words.auth.phone, { exact: true }).fill(number);
      await page.getByRole('main').getByRole('link', { name: words.auth.toRegister, exact: true }).click();

      await page.getByRole('heading', { level: 1, name: words.auth.registerTitle }).waitFor();
      await expect.poll(() => page.getByLabel(words.auth.phone, { exact: true }).inputValue()).toBe(number);
      expect(await page.getByLabel(words.auth.password, { exact: true }).getAttribute('type')).toBe('text');
      expect(await page.getByRole('main').locator('input[autocomplete="new-password"]').count()).toBe(1);
      expect(
        page.url() + JSON.stringify(await page.evaluate('[history.state, {...sessionStorage}, {...localStorage}]')),
      ).not.toContain(number);
      // Who comes back later finds nothing of it.
      await page.getByRole('banner').getByRole('link').first().click();
      await page.getByLabel(words.home.search).waitFor();
      await page.goBack();
      await page.getByRole('heading', { level: 1, name: words.auth.registerTitle }).waitFor();
      await expect.poll(() => page.getByLabel(words.auth.phone, { exact: true }).inputValue()).toBe('');
    },
  );
});
