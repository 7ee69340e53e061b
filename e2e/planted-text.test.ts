import { expect, it } from 'vitest';
import { signIn } from './stage/account.ts';
import { placeOf } from './stage/places.ts';
import { goTo, useVisitors, type Visitor } from './stage/visitors.ts';

const visit = useVisitors();

/** Marks that it ran, if it ever does, in each of the ways text becomes script. */
const canary = `<img src="x" onerror="window.ran=1"><script>window.ran=2</script><svg onload="window.ran=3">{{7*7}}`;

/** Whether a text of an answer is words somebody wrote: codes, ids, dates and addresses hold no space and nothing but ASCII. */
const isWords = (text: string): boolean => /[^\x20-\x7E]| /.test(text) && !/^\d{4}-\d\d-\d\d /.test(text);

function planted(value: unknown, count: { texts: number }): unknown {
  if (typeof value === 'string') {
    if (!isWords(value)) return value;
    count.texts += 1;
    return value + canary;
  }
  if (Array.isArray(value)) return value.map((each) => planted(each, count));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, planted(each, count)]));
}

/** From now on every text of every answer of the portal carries the canary, whatever field it is in and whoever typed it. */
async function plantEverywhere({ page }: Visitor): Promise<{ texts: number }> {
  const count = { texts: 0 };
  await page.route(`${placeOf('portal')}/api/**`, async (route) => {
    const response = await route.fetch().catch(() => null);
    if (response === null) return await route.abort().catch(() => undefined);
    const isJson = response.headers()['content-type']?.includes('application/json') === true;
    if (!isJson) return await route.fulfill({ response });
    const value: unknown = JSON.parse(await response.text());
    const { 'content-encoding': _encoding, 'content-length': _length, ...headers } = response.headers();
    await route.fulfill({ status: response.status(), headers, body: JSON.stringify(planted(value, count)) });
  });
  return count;
}

/** What of the canary became more than text on the page that is open. */
async function becameMarkup({ page, complaints }: Visitor): Promise<string[]> {
  const ran = await page.evaluate<unknown>('window.ran ?? null');
  const elements = await page.evaluate<number>(`document.querySelectorAll('img[src="x"], svg[onload]').length`);
  const breaches = complaints.splice(0).filter((line) => line.includes('policy'));
  return [
    ...(ran === null ? [] : [`ran ${JSON.stringify(ran)}`]),
    ...(elements > 0 ? [`${elements} elements`] : []),
    ...breaches,
  ];
}

it('every text that a page of the portal shows is text: nothing of it runs or becomes an element [T22 T26]', async () => {
  const visitor = await visit({ language: 'zh' });
  await signIn(visitor, '13800138000');
  const count = await plantEverywhere(visitor);
  const found: Record<string, string[]> = {};

  for (const path of [
    '/',
    '/exam-all',
    '/candidate/my-candidates',
    '/candidate/shopping-cart',
    '/candidate/order',
    '/candidate/application',
    '/candidate/booking',
    '/candidate/posttestservice',
  ]) {
    await goTo(visitor, path);
    await visitor.page.getByRole('main').waitFor();
    await expect.poll(() => visitor.page.locator('.skeleton, [aria-busy="true"]').count()).toBe(0);
    const wrongs = await becameMarkup(visitor);
    if (wrongs.length > 0) found[path] = wrongs;
  }
  await visitor.page.unrouteAll({ behavior: 'ignoreErrors' });

  expect(found).toEqual({});
  expect(count.texts).toBeGreaterThan(50);
});
