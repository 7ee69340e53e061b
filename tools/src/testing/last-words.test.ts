import { describe, expect, it } from 'vitest';
import { isRed, lastWords, type Verdict } from './last-words.ts';
import { type Failure, mostUnsteady } from './second-try.ts';

const quiet: Verdict = { failed: [], unsteady: [], parked: [], comingBack: [] };
const failure = (n: number): Failure => ({
  file: `file-${n}.test.ts`,
  name: `file-${n}.test.ts: order ${n}`,
  error: ['AssertionError: expected 1 to be 2', '', '- 2', '+ 1', '    at file.ts:1', 'a', 'b', 'c', 'd'].join('\n'),
});
const failures = (count: number) => Array.from({ length: count }, (_, n) => failure(n));

describe('the last words of a run', () => {
  it('are none when all is well', () => {
    expect([lastWords(quiet), isRed(quiet)]).toEqual([[], false]);
  });

  it('name every failure with the first lines of its cause', () => {
    expect(lastWords({ ...quiet, failed: failures(1) }).slice(0, 6)).toEqual([
      '',
      'Failed:',
      '',
      'file-0.test.ts: order 0',
      '    AssertionError: expected 1 to be 2',
      '    - 2',
    ]);
  });

  it('stay within fifty lines and leave out no name, up to forty', () => {
    const said = lastWords({ ...quiet, failed: failures(40) });

    expect(said.length).toBeLessThanOrEqual(50);
    expect(said.filter((line) => line.startsWith('file-'))).toHaveLength(40);
  });

  it('name what passed at the second try only, which is not red until it is too much', () => {
    const few = { ...quiet, unsteady: failures(mostUnsteady) };

    expect(lastWords(few).slice(0, 3)).toEqual([
      '',
      `unsteady: ${mostUnsteady} (passed at the second try, alone)`,
      'file-0.test.ts: order 0',
    ]);
    expect([isRed(few), isRed({ ...quiet, unsteady: failures(mostUnsteady + 1) })]).toEqual([false, true]);
  });

  it('name what is parked, and what can come back', () => {
    const parked = [{ test: 'a.test.ts: an order', since: '2026-11-24', why: 'a reason', wouldShow: 'a fault' }];

    expect(lastWords({ ...quiet, parked, comingBack: ['a.test.ts: an order'] })).toEqual([
      '',
      'parked: 1',
      '    CAN COME BACK a.test.ts: an order (since 2026-11-24: a reason)',
    ]);
  });
});
