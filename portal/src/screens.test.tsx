// @vitest-environment jsdom
import { answered, buttonsIn, press } from '@exam/ui/testing';
import { describe, expect, it } from 'vitest';
import { applicationWords } from './messages/application.ts';
import { routes } from './routes.tsx';
import { open, usePortal } from './testing/site.ts';

const portal = usePortal();
const id = '0b6f0a52-6a2e-4c1a-9c55-2f5a3d1e7a10';
/** What is in an address for a part that names one thing, and what a page needs after it. */
const parts: Readonly<Record<string, string>> = {
  ':id': id,
  ':token': 'a-token',
  ':code': 'A1B2C3D4',
  ':product': 'ielts',
};
const after: Readonly<Record<string, string>> = {
  '/exam-registration': '?product=ielts',
  '/payment/pay': `?orderId=${id}`,
  '/payment-success': `?orderId=${id}`,
  '/post-test-payment-success': `?orderId=${id}`,
  '/candidate/order/confirm': `?ids=${id}`,
};
const addresses = routes.map(
  ({ path }) => path.replaceAll(/:\w+/g, (each) => parts[each] ?? each) + (after[path] ?? ''),
);

/** What is on a page when a value went missing on its way. */
const lost = /undefined|NaN|\[object|Invalid Date/;
/** Opens an address of the list: who is signed in already has no sign-in page. */
async function visit(address: string, language: 'en' | 'zh'): Promise<HTMLElement> {
  if (address.startsWith('/auth/')) portal().user = null;
  return await open(portal(), address, language);
}

/** With nothing, with rows, with what may be absent absent, and with other choices: half of it for each language. */
const given = {
  en: [
    { choice: 0, rows: 0 },
    { choice: 0, rows: 2 },
  ],
  zh: [
    { choice: 1, rows: 3, isBare: true },
    { choice: 2, rows: 1 },
  ],
};

/** What was written when the portal was built does not wait for what it adds. */
const isWritten = (address: string) => routes.some(({ path, isPrerendered }) => path === address && isPrerendered);

describe.each(['en', 'zh'] as const)('a page of the portal, in %s', (language) => {
  it.each(addresses)('%s says that it waits, while nothing has come', async (address) => {
    portal().answers = 'never';
    const page = await visit(address, language);
    const isRight = async () => {
      await answered(portal());
      return (page.querySelector('[aria-busy="true"]') !== null) === portal().unanswered > 0;
    };
    if (isWritten(address)) expect(page.querySelector('h1')?.textContent).toMatch(/\S/);
    else await expect.poll(isRight).toBe(true);
  });

  it.each(addresses)('%s says what could not be loaded, and loads it again', async (address) => {
    const { loaded } = await applicationWords.load(language);
    const waysOn = (page: HTMLElement) => buttonsIn(page).filter(({ textContent }) => textContent === loaded.again);
    portal().answers = 'refused';
    const page = await visit(address, language);
    if (!isWritten(address)) expect(waysOn(page).length > 0).toBe(portal().unanswered > 0);
    portal().answers = { choice: 0, rows: 2 };
    for (const button of waysOn(page)) await press(portal(), button);
    expect(waysOn(page)).toEqual([]);
    expect(page.textContent).not.toMatch(lost);
  });

  it.each(addresses)('%s shows what it is given', async (address) => {
    for (const answers of given[language]) {
      portal().answers = answers;
      const page = await visit(address, language);
      expect(document.querySelector('h1')?.textContent).toMatch(/\S/);
      expect(page.textContent).not.toMatch(lost);
      // Nothing is asked of somebody who has pressed nothing.
      expect(document.querySelector('dialog[open]')).toBeNull();
    }
  });
});

/** Would mark that it ran, if it ever did, in each of the ways text becomes script. */
const planted = ' <img src="x" onerror="ran=1"><script>ran=2</script><svg onload="ran=3">{{7*7}}';

describe('whatever somebody wrote', () => {
  it.each(addresses)('is text on %s, and none of it becomes an element [T22 T26]', async (address) => {
    portal().answers = { choice: 0, rows: 2, planted };
    await visit(address, 'zh');
    const made = document.querySelectorAll('img[src="x"], svg[onload], body script');
    expect([...made].map(({ outerHTML }) => outerHTML)).toEqual([]);
  });
});
