import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { inLine } from './line.ts';
import { openSettings } from './settings.ts';
import { testConfig } from './testing/config.ts';

beforeAll(() => openSettings(testConfig({ TIME_LIMIT_FACTOR: '1' })));
afterEach(() => vi.useRealTimers());

/** Work that goes on until it is told to end. */
function openWork() {
  const { promise, resolve } = Promise.withResolvers<void>();
  return { work: () => promise, end: resolve };
}

const tick = () => new Promise((resolve) => setImmediate(resolve));

describe('a line', () => {
  it('lets in so many at once and the next as one leaves, first come first served', async () => {
    const begun: number[] = [];
    const works = Array.from({ length: 5 }, openWork);
    const all = works.map(({ work }, index) =>
      inLine('passwords', 'order', async () => {
        begun.push(index);
        await work();
      }),
    );
    await tick();
    const first = [...begun];
    works[1]?.end();
    await tick();
    const second = [...begun];
    for (const { end } of works) end();
    await Promise.all(all);

    expect([first, second, begun]).toEqual([
      [0, 1],
      [0, 1, 2],
      [0, 1, 2, 3, 4],
    ]);
  });

  it('refuses at once as busy, with the time to come again, when it is full [T3]', async () => {
    const { work, end } = openWork();
    const inside = Array.from({ length: 2 + 240 }, () => inLine('passwords', 'full', work));

    await expect(inLine('passwords', 'full', work)).rejects.toMatchObject({ code: 'BUSY', retryAfterSeconds: 5 });

    await inLine('passwords', 'of somebody else', async () => undefined);
    end();
    await Promise.all(inside);
  });

  it('gives up on whoever waits too long, and the place is not lost', async () => {
    vi.useFakeTimers();
    const works = [openWork(), openWork()];
    const inside = works.map(({ work }) => inLine('passwords', 'slow', work));
    const tooLong = inLine('passwords', 'slow', async () => 'never');
    const refused = expect(tooLong).rejects.toMatchObject({ code: 'BUSY' });
    await vi.advanceTimersByTimeAsync(10_000);
    await refused;

    for (const { end } of works) end();
    await Promise.all(inside);
    expect(await inLine('passwords', 'slow', async () => 'served')).toBe('served');
  });

  it('goes on after work that fails', async () => {
    const failing = async () => {
      throw new Error('this one');
    };
    const answers = await Promise.allSettled([1, 2, 3, 4].map(() => inLine('passwords', 'failing', failing)));

    expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 4 }, () => 'rejected'));
    expect(await inLine('passwords', 'failing', async () => 'served')).toBe('served');
  });
});
