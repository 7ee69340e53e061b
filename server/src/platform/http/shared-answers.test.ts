import * as z from 'zod/mini';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sql } from 'kysely';
import { randomId } from '#platform/chance';
import { inTransaction } from '#platform/database';
import { sharedAnswer } from '#platform/http/shared-answers';
import { openTestPlatform } from '#testing/app';

let close: () => Promise<void>;
beforeAll(async () => {
  close = await openTestPlatform();
});
afterAll(() => close());

const shape = z.object({ made: z.number() });
const commit = () => inTransaction((tx) => sql`select 1`.execute(tx));

/** An answer that counts how often it is made, under a key of its own. */
function countedAnswer(key = randomId()) {
  const counter = { made: 0 };
  const ask = async (): Promise<unknown> => {
    const { encoded } = await sharedAnswer(key, shape, async () => {
      counter.made += 1;
      const { made } = counter;
      await new Promise((resolve) => setImmediate(resolve));
      return { made };
    });
    return JSON.parse(encoded.toString());
  };
  return { ask, counter };
}

describe('an answer that everybody is told alike', () => {
  it('is made once for all who ask at the same time and shortly after [C6 T36]', async () => {
    const { ask, counter } = countedAnswer();

    const answers = await Promise.all(Array.from({ length: 50 }, ask));

    expect([...answers, await ask()]).toEqual(Array.from({ length: 51 }, () => ({ made: 1 })));
    expect(counter.made).toBe(1);
  });

  it('is made anew after something was committed here, so that nobody misses their own change [C6]', async () => {
    const { ask } = countedAnswer();
    await ask();

    await commit();

    expect([await ask(), await ask()]).toEqual([{ made: 2 }, { made: 2 }]);
  });

  it('is not that of another database, which was open before [C6]', async () => {
    const { ask } = countedAnswer();
    await ask();

    await close();
    close = await openTestPlatform();

    expect(await ask()).toEqual({ made: 2 });
  });

  it('is not made for every change of a rush: then it may be as old as it may [C6 T36]', async () => {
    const { ask, counter } = countedAnswer();

    for (let change = 0; change < 30; change++) {
      await ask();
      await commit();
    }

    expect(counter.made).toBeLessThanOrEqual(20);
  });

  it('is not given under another key, and an error is not kept', async () => {
    const one = countedAnswer();
    const other = countedAnswer();
    const key = randomId();
    const failing = sharedAnswer(key, shape, () => Promise.reject(new Error('away')));

    await expect(failing).rejects.toThrow('away');
    expect([await one.ask(), await other.ask(), await countedAnswer(key).ask()]).toEqual([
      { made: 1 },
      { made: 1 },
      { made: 1 },
    ]);
  });

  it('keeps no more than it has room for', async () => {
    const large = async (key: string) => {
      let made = 0;
      await sharedAnswer(key, z.object({ text: z.string() }), async () => {
        made += 1;
        return { text: 'x'.repeat(4_000_000) };
      });
      return made;
    };
    const keys = Array.from({ length: 6 }, () => randomId());
    for (const key of keys) await large(key);

    expect(await large(keys.at(-1) ?? '')).toBe(0);
    expect(await large(keys[0] ?? '')).toBe(1);
  });
});
