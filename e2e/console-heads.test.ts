import { expect, it } from 'vitest';
import { consolePaths, crawlConsole, wrongsOfHead } from './stage/console-crawl.ts';
import { staffProgram } from './stage/officers.ts';
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
    const { list } = await (
      await staffProgram('officer')
    )('bookings.search', { body: { pageIndex: 1, pageSize: 100 } });
    const byState = Object.fromEntries(list.map(({ bookingStatus, bookingId }) => [bookingStatus, bookingId]));
    const found: Record<string, string[]> = {};
    for (const [state, id] of Object.entries(byState)) {
      await follow(visitor, `${placeOf('console')}/bookings/${id}`);
      await appears(page.locator('.page-head h1'));
      const wrongs = await wrongsOfHead(visitor);
      if (wrongs.length > 0) found[state] = wrongs;
    }

    // In these the demonstration's stay, whatever else is done to its others.
    expect(Object.keys(byState)).toEqual(expect.arrayContaining(['Completed', 'Cancelled']));
    expect(found).toEqual({});
  },
);
