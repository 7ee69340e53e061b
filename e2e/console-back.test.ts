import { expect, it } from 'vitest';
import { signInStaff } from './stage/staff.ts';
import { appears, readers, useVisitors } from './stage/visitors.ts';

const visit = useVisitors();

it.each(readers)(
  'a list is as it was left, by the way back of a case and of the browser: what is searched for, what is ticked, and the place, %s',
  async (_, who) => {
    const visitor = await visit(who);
    const { page } = visitor;
    // Low enough for the list to be longer than the window.
    await page.setViewportSize({ width: page.viewportSize()?.width ?? 0, height: 300 });
    await signInStaff(visitor, 'officer', '/applications');
    const rows = page.locator('.list-table tbody tr');
    await appears(rows.first());
    const field = page.getByRole('main').getByRole('searchbox');
    const sought = (await rows.first().locator('.cell-quiet').innerText()).slice(0, 3);
    const look = async () => {
      await appears(rows.first());
      await expect.poll(() => page.locator('.list-rows[aria-busy]').count()).toBe(0);
      return {
        sought: await field.inputValue(),
        ticked: await rows.locator('input:checked').count(),
        place: await page.evaluate<number>('Math.round(scrollY)'),
      };
    };

    await field.fill(sought);
    const answered = page.waitForResponse(/\/applications\/search$/);
    await field.press('Enter');
    await answered;
    await appears(page.locator('.list-filter[data-set]'));
    await rows.nth(1).locator('input').check();
    await rows.last().scrollIntoViewIfNeeded();
    const left = await look();
    await rows.last().locator('.list-link').click();
    await appears(page.locator('.page-back'));
    const away = page.url();
    await page.locator('.page-back').click();
    // How many are found may change: others register meanwhile.
    await expect.poll(look).toEqual(left);
    await page.goForward();
    await expect.poll(() => page.url()).toBe(away);
    await appears(page.locator('.page-back'));
    await page.goBack();
    await expect.poll(look).toEqual(left);

    expect(left).toMatchObject({ sought, ticked: 1 });
    expect(left.place).toBeGreaterThan(0);
    expect(page.url()).not.toContain(sought);
  },
);
