import { expect, it } from 'vitest';
import { staffProgram } from './stage/officers.ts';
import { placeOf } from './stage/places.ts';
import { goToConsole, signInStaff } from './stage/staff.ts';
import { appears, goTo, useVisitors, type Visitor } from './stage/visitors.ts';

const visit = useVisitors();

/** Marks that it ran, if it ever does, in each of the ways text becomes script. */
const canary = `<img src="x" onerror="window.ran=1"><script>window.ran=2</script><a href="javascript:window.ran=3">link</a>{{7*7}}`;

const ran = ({ page }: Visitor) => page.evaluate<unknown>('window.ran');

/** What the browser said of the content policy since the last time; the rest of a journey allows nothing. */
const breaches = ({ complaints }: Visitor) => complaints.splice(0).filter((line) => line.includes('policy'));

/** Serves the pages of a site with something planted in them, headers as they come; what a page then loads is left alone. */
async function plant({ page }: Visitor, address: string, planted: string): Promise<void> {
  await page.route(address, async (route) => {
    if (route.request().resourceType() !== 'document') return await route.fallback();
    const response = await route.fetch();
    const { 'content-encoding': _encoding, 'content-length': _length, ...headers } = response.headers();
    const body = (await response.text()).replace('</body>', `${planted}</body>`);
    await route.fulfill({ response, headers, body });
  });
}

it.each([
  ['portal', (visitor: Visitor) => goTo(visitor, '/exam-all')],
  ['console', (visitor: Visitor) => goToConsole(visitor, '/')],
] as const)(
  'a script planted in a page of the %s does not run, and the browser says why [T26 T25]',
  async (site, go) => {
    const visitor = await visit({ language: 'zh' });
    await plant(visitor, `${placeOf(site)}/**`, canary);

    await go(visitor);

    await expect.poll(() => visitor.complaints.join('\n')).toContain('script-src');
    expect(await ran(visitor)).toBeUndefined();
    expect(breaches(visitor).length).toBeGreaterThanOrEqual(2);
  },
);

it('text that staff and candidates wrote is shown as text on the pages of the console, and runs nowhere [T22]', async () => {
  const officer = await staffProgram('officer');
  const about = [
    ['application', (await officer('applications.search', { body: {} })).list[0]?.id, '/applications'],
    ['booking', (await officer('bookings.search', { body: {} })).list[0]?.bookingId, '/bookings'],
    ['session', (await officer('sessions.search', { body: {} })).list[0]?.id, '/sessions'],
    ['candidate', (await officer('candidates.search', { body: {} })).list[0]?.id, '/candidates'],
  ] as const;
  for (const [objectKind, objectId = ''] of about)
    await officer('notes.add', { params: { objectKind, objectId }, body: { text: canary } });
  const visitor = await visit({ language: 'en' });
  await signInStaff(visitor, 'officer');

  for (const [, id, path] of about) {
    await goToConsole(visitor, `${path}/${id}`);
    await appears(visitor.page.getByText('{{7*7}}'));
    expect(await ran(visitor), path).toBeUndefined();
  }
});
