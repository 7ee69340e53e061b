import { expect, it } from 'vitest';
import { wrongsOfConsole } from './stage/console-crawl.ts';
import { signInStaff } from './stage/staff.ts';
import { appears, readers, useVisitors } from './stage/visitors.ts';

const visit = useVisitors();

const words = {
  zh: { heading: '搜索', nothing: '没有找到。', short: /请在页面顶部的搜索框中输入/ },
  en: { heading: 'Search', nothing: 'Nothing found.', short: /^Type at least two characters/ },
} as const;

it.each(readers)(
  'staff search from any page, by Ctrl-K or the field in the bar, and come back to what was found, %s',
  async (_, who) => {
    const visitor = await visit(who);
    const { page } = visitor;
    const say = words[who.language];
    await signInStaff(visitor, 'officer', '/applications');
    const field = page.getByRole('search').getByRole('searchbox');
    const links = page.getByRole('main').getByRole('listitem').getByRole('link');
    await appears(page.locator('.list-table tbody tr').first());
    const code = await page.locator('.list-table tbody .cell-quiet').first().innerText();
    await page.locator('main input, main select').first().focus();

    await page.keyboard.press('Control+k');
    await page.keyboard.type(code);
    await page.keyboard.press('Enter');
    await appears(page.getByRole('heading', { level: 1, name: say.heading }));
    await appears(links.first());
    const address = page.url();
    const found = await wrongsOfConsole(visitor);
    const [count, first] = [await links.count(), await links.first().getAttribute('href')];
    await page.setViewportSize(who.screen);
    await links.first().click();
    await expect.poll(() => new URL(page.url()).pathname).toBe(first);
    await expect.poll(() => field.inputValue()).toBe('');
    await page.goBack();
    await appears(page.getByRole('heading', { level: 1, name: say.heading }));
    await appears(links.first());

    expect(found).toEqual([]);
    expect(new URL(address).search + new URL(address).hash).toBe('');
    expect([await field.inputValue(), await links.count(), await links.first().getAttribute('href')]).toEqual([
      code,
      count,
      first,
    ]);

    await field.fill('ZZ-NOBODY');
    await field.press('Enter');
    await appears(page.getByText(say.nothing));
    await field.fill('W');
    await field.press('Enter');
    await appears(page.getByText(say.short));
  },
);
