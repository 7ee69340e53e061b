import { describe, expect, it } from 'vitest';
import { consolePaths, crawlConsole, wrongsOfConsole } from './stage/console-crawl.ts';
import { goToConsole, signInStaff, staffAccounts } from './stage/staff.ts';
import { useVisitors } from './stage/visitors.ts';

const visit = useVisitors();
const seen = new Set<string>();

const ofPrivacy = [
  '/rights-requests',
  '/rights-requests/:id',
  '/rights-requests/:id/receipt',
  '/minors-report',
  '/minor-approvals',
  '/incidents',
  '/audit-months',
];

describe('every page of the console', () => {
  it('of those who are not signed in is whole, in Chinese and on both sizes', async () => {
    const visitor = await visit({ language: 'zh' });
    await goToConsole(visitor, '/');
    const signIn = await wrongsOfConsole(visitor);
    await goToConsole(visitor, '/invitation');

    expect({ signIn, invitation: await wrongsOfConsole(visitor) }).toEqual({ signIn: [], invitation: [] });
  });

  it.each(staffAccounts)('that %s is the first to see is whole, in Chinese and on both sizes', async (account) => {
    const visitor = await visit({ language: 'zh' });
    await signInStaff(visitor, account);

    // The board, and the menu around it, are each role's own.
    const crawl = await crawlConsole(
      visitor,
      consolePaths.filter((path) => path === '/' || !seen.has(path)),
    );

    for (const path of crawl.seen) seen.add(path);
    expect(crawl.found).toEqual({});
  });

  it('of the privacy office is whole in English too', async () => {
    const visitor = await visit({ language: 'en' });
    await signInStaff(visitor, 'privacy');

    const crawl = await crawlConsole(visitor, ofPrivacy);

    expect(crawl).toEqual({ found: {}, seen: ofPrivacy });
  });

  it('without an id in its address is somebody’s to see', () => {
    const open = consolePaths.filter((path) => !path.includes(':') && path !== '/invitation');

    expect(open.filter((path) => !seen.has(path))).toEqual([]);
  });
});
