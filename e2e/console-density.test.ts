import { expect, it } from 'vitest';
import { signInStaff, type StaffAccount } from './stage/staff.ts';
import { appears, desktop, useVisitors, type Visitor } from './stage/visitors.ts';

const visit = useVisitors();
const rowHeight = 36;

type Measured = { heights: number[]; room: number; visible: number };

/** The rows of the list on a desk's window: how high they are, for how many there is room below the head, and how many are whole in sight. */
async function measured({ page }: Visitor): Promise<Measured> {
  await appears(page.locator('.list-table tbody tr').first());
  const rows = await page.evaluate<{ top: number; bottom: number }[]>(`
    [...document.querySelectorAll('.list-table tbody tr')].map((row) => row.getBoundingClientRect()).map(({ top, bottom }) => ({ top, bottom }))`);
  const { height } = desktop;
  return {
    heights: [...new Set(rows.map(({ top, bottom }) => Math.round(bottom - top)))],
    room: Math.floor((height - (rows[0]?.top ?? height)) / rowHeight),
    visible: rows.filter(({ bottom }) => bottom <= height).length,
  };
}

const lists: readonly [string, StaffAccount][] = [
  ['/', 'officer'],
  ['/sessions', 'officer'],
  ['/bookings', 'officer'],
  ['/applications', 'officer'],
  ['/orders', 'clerk'],
];

it.each(lists)('%s has room for 18 rows of one line on a desk, in both languages', async (path, account) => {
  for (const language of ['en', 'zh'] as const) {
    const visitor = await visit({ language });
    await visitor.page.setViewportSize(desktop);
    await signInStaff(visitor, account, path);

    const { heights, room, visible } = await measured(visitor);

    expect(heights).toEqual([rowHeight]);
    expect(room).toBeGreaterThanOrEqual(18);
    if (path === '/sessions') expect(visible).toBeGreaterThanOrEqual(18);
  }
});

const withNames = ['/applications', '/candidates', '/bookings'];

it.each([...withNames, '/sessions', '/'])(
  '%s has room for all its columns on a desk, with the Chinese name of people, in both languages',
  async (path) => {
    for (const language of ['en', 'zh'] as const) {
      const visitor = await visit({ language });
      const { page } = visitor;
      await page.setViewportSize(desktop);
      await signInStaff(visitor, 'officer', path);
      await appears(page.locator('.list-table tbody tr').first());

      const heads = await page.locator('.list-table thead th').allInnerTexts();
      const hidden = await page.locator('.list-rows').evaluate((list) => list.scrollWidth - list.clientWidth);

      if (withNames.includes(path)) expect(heads).toContain({ en: 'Chinese name', zh: '中文姓名' }[language]);
      expect(hidden).toBe(0);
    }
  },
);

it('the head of a list and the bar stay in sight while the rows go by', async () => {
  const visitor = await visit({ language: 'en' });
  const { page } = visitor;
  await page.setViewportSize(desktop);
  await signInStaff(visitor, 'officer', '/sessions');
  await appears(page.locator('.list-table tbody tr').first());

  await page.locator('.list-table tbody tr').last().scrollIntoViewIfNeeded();

  const bar = await page.locator('.console-top').boundingBox();
  const head = await page.locator('.list-table thead th').first().boundingBox();
  expect(bar?.y).toBe(0);
  expect((await page.locator('.console-side').boundingBox())?.y).toBe(bar?.height);
  expect(head?.y).toBeGreaterThanOrEqual(bar?.height ?? Infinity);
  expect(head?.y).toBeLessThan(desktop.height / 2);
});
