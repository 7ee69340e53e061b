import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { solvePuzzle } from './proof-of-work.ts';
import { createSha256 } from './sha-256.ts';

const hexOf = (message: Uint8Array) => createHash('sha256').update(message).digest('hex');

describe('the digest of the security check', () => {
  it('is that of the standard for every length around the ends of blocks [S-8]', () => {
    const sha256 = createSha256();
    for (let length = 0; length <= 200; length += 1) {
      const message = Uint8Array.from({ length }, (_, at) => (at * 37 + length) % 256);
      const digest = [...sha256(message)].map((word) => word.toString(16).padStart(8, '0')).join('');
      expect(digest).toBe(hexOf(message));
    }
  });
});

describe('the security check', () => {
  const salt = 'c2FsdC1zYWx0LXNhbHQ';
  const puzzle = (number: number) => ({
    salt,
    challenge: hexOf(new TextEncoder().encode(`${salt}${number}`)),
    maxNumber: 50_000,
  });

  it.each([0, 7, 10, 9_999, 50_000])('finds the number %i [R-18 S-8]', async (number) => {
    expect(await solvePuzzle(puzzle(number))).toBe(number);
  });

  it('finds nothing where there is nothing to find [S-8]', async () => {
    expect(await solvePuzzle({ ...puzzle(300), maxNumber: 299 })).toBeNull();
  });

  it('lets the page do other things in between [R-18]', async () => {
    let turns = 0;
    const other = setInterval(() => (turns += 1), 0);
    await solvePuzzle(puzzle(50_000));
    clearInterval(other);
    expect(turns).toBeGreaterThan(0);
  });
});
