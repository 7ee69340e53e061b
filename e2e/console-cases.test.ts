import { expect, it } from 'vitest';
import { signInStaff } from './stage/staff.ts';
import { appears, readers, useVisitors } from './stage/visitors.ts';

const visit = useVisitors();
const words = { en: { before: 'Entry before', after: 'Next entry' }, zh: { before: '上一条', after: '下一条' } };

it.each(readers)(
  'cases that are opened from a list lead from one to the next, by a link and by J and K, and back to the list as it was, %s',
  async (_, who) => {
    const say = words[who.language];
    const visitor = await visit(who);
    const { page } = visitor;
    await signInStaff(visitor, 'officer', '/applications');
    const links = page.locator('.list-table .list-link');
    await appears(links.first());
    const hrefs = await links.evaluateAll((all) => all.map((each) => each.getAttribute('href')));
    const list = page.url();
    const place = page.locator('.page-neighbours');
    const after = page.getByRole('link', { name: say.after });
    const before = page.getByRole('link', { name: say.before });
    const isAt = async (at: number) => {
      await expect.poll(() => new URL(page.url()).pathname).toBe(hrefs[at - 1]);
      await expect.poll(() => place.innerText()).toMatch(new RegExp(`\\b${at}\\b.*\\b${hrefs.length}\\b`));
    };

    await links.nth(1).click();
    await isAt(2);
    await after.click();
    await isAt(3);
    await page.keyboard.press('k');
    await isAt(2);
    await before.click();
    await isAt(1);
    expect(await before.count()).toBe(0);
    await page.keyboard.press('k');
    await page.keyboard.press('j');
    await isAt(2);
    await page.goBack();
    await appears(links.first());
    expect(page.url()).toBe(list);

    // Opened by its address it is beside nothing, and the key walks no list.
    await page.goto(new URL(hrefs[1] ?? '', list).toString());
    await appears(page.locator('.page-back'));
    await page.keyboard.press('j');
    expect([await place.count(), new URL(page.url()).pathname]).toEqual([0, hrefs[1]]);
  },
);
