import { describe, expect, it } from 'vitest';
import { expectExactly } from './expect-exactly.ts';

/** The name of the error that something throws; '' where it throws none. */
async function errorOf(check: () => unknown): Promise<string> {
  try {
    await check();
    return '';
  } catch (error) {
    return error instanceof Error ? error.name : 'no error';
  }
}

describe('what is expected exactly', () => {
  it('is a wrong count when it is not so, and nothing otherwise', async () => {
    const right = await errorOf(() => expectExactly(200).toBe(200));
    const wrong = await errorOf(() => expectExactly(201).toBe(200));

    expect([right, wrong]).toEqual(['', 'WrongCount']);
  });

  it('is so too where something may not be, and where it comes later', async () => {
    const denied = await errorOf(() => expectExactly([200]).not.toContain(200));
    const promised = await errorOf(() => expectExactly(Promise.resolve(1)).resolves.toBe(2));

    expect([denied, promised]).toEqual(['WrongCount', 'WrongCount']);
  });

  it('is no wrong count where a busy machine asked to come again', async () => {
    const one = await errorOf(() => expectExactly(503).toBe(200));
    const some = await errorOf(() => expectExactly([200, 503]).toEqual([200, 200]));
    const tallied = await errorOf(() => expectExactly({ '200': 9, '503 BUSY': 1 }).toEqual({ '200': 10 }));
    const refused = await errorOf(() => expectExactly({ code: 'BUSY' }).toEqual({ code: 'NOT_FOUND' }));

    expect(new Set([one, some, tallied, refused])).toEqual(new Set(['AssertionError']));
  });

  it('says what was found and what was wanted', () => {
    expect(() => expectExactly([1, 2], 'seats').toEqual([1])).toThrow('seats: expected [ 1, 2 ] to deeply equal [ 1 ]');
  });
});
