import { expect, describe, it } from 'vitest';
import { placeOfPiece } from './stage/check.ts';
import { messagesTo } from './stage/outside.ts';
import { newPhone } from './stage/people.ts';
import { goTo, phone, useVisitors, type Visitor } from './stage/visitors.ts';

const visit = useVisitors();

/** Puts a finger on the slider, draws it along and lifts it. */
async function passCheckByFinger(visitor: Visitor): Promise<void> {
  const { page, words, context } = visitor;
  const check = page.getByRole('dialog', { name: words.check.title });
  const handle = check.getByRole('slider');
  await handle.waitFor();
  const place = await placeOfPiece(visitor);
  const box = await handle.boundingBox();
  if (!box) throw new Error('There is no slider on show.');
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  const rail = await handle.evaluate(
    (element: { parentElement: { clientWidth: number } }) => element.parentElement.clientWidth,
  );
  const way = (place / 320) * rail;
  const finger = await context.newCDPSession(page);
  const touch = async (type: 'touchStart' | 'touchMove' | 'touchEnd', at: number) =>
    await finger.send('Input.dispatchTouchEvent', {
      type,
      touchPoints: type === 'touchEnd' ? [] : [{ x: x + at, y: y + (at / way) * 9, id: 1 }],
    });
  await touch('touchStart', 0);
  for (let step = 1; step <= 20; step++) await touch('touchMove', (way * step) / 20);
  const off = async () => Math.abs(Number(await handle.getAttribute('aria-valuenow')) - place);
  await expect.poll(off).toBeLessThanOrEqual(1);
  await touch('touchEnd', way);
  await check.waitFor({ state: 'detached' });
}

describe('the security check under a finger', () => {
  it.each(['zh', 'en'] as const)(
    'is passed by drawing the piece to its place, and the page does not scroll meanwhile; in %s [S-8 R-18]',
    async (language) => {
      const visitor = await visit({ language, screen: phone });
      const { page, words } = visitor;
      const number = newPhone();
      await goTo(visitor, '/auth/signin');
      await page.getByLabel(words.auth.phone, { exact: true }).fill(number);
      await page.getByRole('button', { name: words.send }).tap();
      const scrolled = await page.evaluate<number>('window.scrollY');

      await passCheckByFinger(visitor);

      expect(await page.evaluate<number>('window.scrollY')).toBe(scrolled);
      // Whoever has no account yet gets a code too, and opens one with it.
      await page.getByRole('button', { name: /\d+ ?s|\d+ ?秒/ }).waitFor();
      await expect.poll(async () => (await messagesTo(number)).length).toBe(1);
    },
  );
});
