import { describe, expect, it } from 'vitest';
import { secondsBetween } from './load.ts';

describe('the CPU of a load', () => {
  it('is what each process used meanwhile, and nothing of one that ended', () => {
    const before = new Map([
      [1, 2],
      [2, 40],
      [3, 5],
    ]);
    const after = new Map([
      [1, 3.5],
      [2, 0],
      [3, 5.25],
    ]);

    expect(secondsBetween(before, after)).toBe(1.75);
  });
});
