import { fileURLToPath } from 'node:url';
import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failuresOf, outcomeOf, projectOf, runCheck, timesOf } from './test-steps.ts';

const name = resolve('server/src/checkout/orders/orders.test.ts');

describe('the failures of a run', () => {
  it('name the file, the title and why', () => {
    const assertionResults = [
      { status: 'passed', fullName: 'an order is placed', failureMessages: [] },
      { status: 'failed', fullName: 'an order expires', failureMessages: ['expected Paid to be Expired'] },
    ];

    expect(failuresOf({ testResults: [{ name, status: 'failed', assertionResults }] })).toEqual([
      'server/src/checkout/orders/orders.test.ts: an order expires\nexpected Paid to be Expired',
    ]);
  });

  it('name a file that broke before or after its tests', () => {
    const testResults = [{ name, status: 'failed', message: 'Hook timed out', assertionResults: [] }];

    expect(failuresOf({ testResults })).toEqual(['server/src/checkout/orders/orders.test.ts\nHook timed out']);
  });
});

describe('what a run found', () => {
  it('counts tests, and a file that could not be loaded as one', () => {
    const passed = { status: 'passed', fullName: 'an order is placed' };
    const failed = { status: 'failed', fullName: 'an order expires', failureMessages: ['expected Paid to be Expired'] };
    const skipped = { status: 'skipped', fullName: 'an order waits' };

    const { failed: count, passed: right } = outcomeOf({
      testResults: [
        { name, status: 'failed', assertionResults: [passed, failed, skipped] },
        { name, status: 'failed', message: 'Hook timed out', assertionResults: [] },
      ],
    });

    expect([right, count]).toEqual([1, 2]);
  });

  it('belongs to the project whose folder the file stands in', () => {
    const files = [
      'server/src/checkout/orders/orders.test.ts',
      'e2e/screens.test.ts',
      'contract/src/rules/price.test.ts',
    ];

    expect(files.map((file) => projectOf(resolve(file)))).toEqual(['server', 'browser', 'unit']);
  });
});

describe('a check that is right or wrong as a whole', () => {
  it('says again what it complained of', async () => {
    const { failed, failures } = await runCheck('tsc', ['--nonsense']);

    expect(failed).toBe(1);
    expect(failures[0]).toContain("tsc --nonsense\nerror TS5023: Unknown compiler option '--nonsense'");
  });
});

describe('the times of a run', () => {
  it('name the slowest file and the slowest test first, from the root of the project', () => {
    const fileNamed = (path: string) => fileURLToPath(new URL(`../../${path}`, import.meta.url));
    const test = (fullName: string, duration: number) => ({ status: 'passed', fullName, duration });
    const testResults = [
      {
        name: fileNamed('server/src/a.test.ts'),
        status: 'passed',
        startTime: 0,
        endTime: 20,
        assertionResults: [test('is quick', 5)],
      },
      {
        name: fileNamed('server/src/b.test.ts'),
        status: 'passed',
        startTime: 20,
        endTime: 90,
        assertionResults: [test('is slow', 60)],
      },
    ];

    expect(timesOf({ testResults })).toEqual({
      files: [
        { name: 'server/src/b.test.ts', milliseconds: 70 },
        { name: 'server/src/a.test.ts', milliseconds: 20 },
      ],
      tests: [
        { name: 'server/src/b.test.ts: is slow', milliseconds: 60 },
        { name: 'server/src/a.test.ts: is quick', milliseconds: 5 },
      ],
    });
  });
});
