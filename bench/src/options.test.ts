import { describe, expect, it } from 'vitest';
import { parts, readOptions, sessionsAt } from './options.ts';

describe('the command line of the benchmark', () => {
  it('measures everything with a hundred thousand applications unless told otherwise', () => {
    expect(readOptions([])).toEqual({ scale: 100_000, only: parts });
    expect(readOptions(['--scale', '1m', '--only', 'bytes,letter'])).toEqual({
      scale: 1_000_000,
      only: ['bytes', 'letter'],
    });
  });

  it.each([[['--scale', '5']], [['--scale', '9k']], [['--scale', '20m']], [['--only', 'bites']], [['--fast', 'yes']]])(
    'refuses %j in words',
    (args) => {
      expect(() => readOptions(args)).toThrow(/--/);
    },
  );

  it('lets sessions grow more slowly than applications', () => {
    expect([10_000, 1_000_000, 10_000_000].map(sessionsAt)).toEqual([1000, 21_544, 100_000]);
  });
});
