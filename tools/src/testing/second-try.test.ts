import { describe, expect, it } from 'vitest';
import { comingBack, type Failure, failuresOf, mostUnsteady, sortFailures } from './second-try.ts';
import { mostParked, parked } from './parked.ts';
import type { FileReport, TestReport } from './report.ts';

const test = (title: string, ...errors: string[]): TestReport => ({
  title,
  state: errors.length > 0 ? 'failed' : 'passed',
  milliseconds: 1,
  errors,
});
const file = (name: string, tests: readonly TestReport[], ...errors: string[]): FileReport => ({
  file: name,
  project: 'server',
  milliseconds: 1,
  errors,
  tests,
});
const failed = (name: string, error = 'AssertionError: expected 1 to be 2'): Failure => ({
  file: name,
  name: `${name}: an order`,
  error,
});
const row = (name: string) => ({ test: name, since: '2026-11-24', why: 'a reason', wouldShow: 'a fault' });

describe('the failures of a run', () => {
  it('are tests, files that could not be set up, and what happened outside both', () => {
    const files = [
      file('a.test.ts', [test('is placed'), test('expires', 'AssertionError: expected Paid to be Expired')]),
      file('b.test.ts', [], 'Error: Hook timed out'),
    ];

    expect(failuresOf({ files, outside: [{ file: null, error: 'Error: a worker ended' }] })).toEqual([
      { file: 'a.test.ts', name: 'a.test.ts: expires', error: 'AssertionError: expected Paid to be Expired' },
      { file: 'b.test.ts', name: 'b.test.ts', error: 'Error: Hook timed out' },
      { file: null, name: 'outside every test', error: 'Error: a worker ended' },
    ]);
  });
});

describe('what failed', () => {
  it('is tried again, each file once', () => {
    const sorted = sortFailures([failed('a'), failed('a'), failed('b')], []);

    expect(sorted).toEqual({ final: [], again: ['a', 'b'] });
  });

  it('is final where a count was wrong, with all else of its file', () => {
    const wrong = failed('a', 'WrongCount: expected 201 to be 200');

    expect(sortFailures([failed('a'), wrong, failed('b')], [])).toEqual({
      final: [failed('a'), wrong],
      again: ['b'],
    });
  });

  it('is final where no file is known', () => {
    const outside = { file: null, name: 'outside every test', error: 'Error: PostgreSQL counted 1 deadlocks.' };

    expect(sortFailures([outside], []).final).toEqual([outside]);
  });

  it('is not tried again where too many files have failed for it to be chance', () => {
    const many = Array.from({ length: mostUnsteady + 1 }, (_, n) => failed(`file-${n}`));

    expect(sortFailures(many, [])).toEqual({ final: many, again: [] });
  });

  it('does not count where it is parked', () => {
    expect(sortFailures([failed('a')], [row('a: an order')])).toEqual({ final: [], again: [] });
  });
});

describe('a parked test', () => {
  it('can come back when it passes', () => {
    const files = [file('a', [test('an order'), test('a seat', 'Error: no')])];

    expect(comingBack({ files, outside: [] }, [row('a: an order'), row('a: a seat')])).toEqual(['a: an order']);
  });

  it('is one of few', () => {
    expect(parked.length).toBeLessThanOrEqual(mostParked);
  });
});
