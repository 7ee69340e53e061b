import { expect, it } from 'vitest';
import { consolePaths, crawlConsole, wrongsOfHead } from './stage/console-crawl.ts';
import { placeOf } from './stage/places.ts';
import { signInStaff, staffAccounts } from './stage/staff.ts';
import { appears, desktop, follow, useVisitors } from './stage/visitors.ts';

const visit = useVisitors();
const seen = new Set<string>();

// In Chinese every page is looked at by console-screens.test.ts.
it.each(staffAccounts)(
  'the heads of the pages that %s is the first to see are low and break no word in English',
  async (account) => {
    const visitor = await visit({ language: 'en' });
    await signInStaff(visitor, account);

    const crawl = await crawlConsole(
      visitor,
      consolePaths.filter((path) => !seen.has(path)),
      wrongsOfHead,
    );

    for (const path of crawl.seen) seen.add(path);
    expect(crawl.found).toEqual({});
  },
);

it.each(['en', 'zh'] as const)(
  'the head of a booking is low and breaks no word, whatever its state, %s',
  async (language) => {
    const visitor = await visit({ language });
    const { page } = visitor;
    await page.setViewportSize(desktop);
    await signInStaff(visitor, 'officer', '/bookings');
    await appears(page.locator('.list-table tbody tr').first());
    const byState = await page.evaluate<Record<string, string>>(`Object.fromEntries(
    [...document.querySelectorAll('.list-table tbody tr')].map((row) =>
      [row.querySelector('.tag')?.textContent, row.querySelector('a[href^="/bookings/"]')?.getAttribute('href')]))`);
    const found: Record<string, string[]> = {};
    for (const [state, address] of Object.entries(byState)) {
      await follow(visitor, placeOf('console') + address);
      await appears(page.locator('.page-head h1'));
      const wrongs = await wrongsOfHead(visitor);
      if (wrongs.length > 0) found[state] = wrongs;
    }

    expect(Object.keys(byState).length).toBeGreaterThanOrEqual(5);
    expect(found).toEqual({});
  },
);
