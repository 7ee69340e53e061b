import { resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { failuresOf, runCheck, secondTriesOf } from './test-steps.ts';

const name = resolve('server/src/orders/orders.test.ts');

describe('the failures of a run', () => {
  it('name the file, the title and why', () => {
    const assertionResults = [
      { status: 'passed', fullName: 'an order is placed', failureMessages: [] },
      { status: 'failed', fullName: 'an order expires', failureMessages: ['expected Paid to be Expired'] },
    ];

    expect(failuresOf({ testResults: [{ name, status: 'failed', assertionResults }] })).toEqual([
      'server/src/orders/orders.test.ts: an order expires\nexpected Paid to be Expired',
    ]);
  });

  it('name a file that broke before or after its tests', () => {
    const testResults = [{ name, status: 'failed', message: 'Hook timed out', assertionResults: [] }];

    expect(failuresOf({ testResults })).toEqual(['server/src/orders/orders.test.ts\nHook timed out']);
  });
});

describe('a test that passed at the second try only', () => {
  it('is no failure, and is named with what went wrong at first', () => {
    const assertionResults = [
      { status: 'passed', fullName: 'an order is placed', failureMessages: [] },
      { status: 'passed', fullName: 'an order expires', failureMessages: ['expected Paid to be Expired'] },
    ];
    const report = { testResults: [{ name, status: 'passed', assertionResults }] };

    expect(failuresOf(report)).toEqual([]);
    expect(secondTriesOf(report)).toEqual([
      'server/src/orders/orders.test.ts: an order expires\nexpected Paid to be Expired',
    ]);
  });
});

describe('a check that is right or wrong as a whole', () => {
  it('says again what it complained of', async () => {
    const { failed, failures } = await runCheck('tsc', ['--nonsense']);

    expect(failed).toBe(1);
    expect(failures[0]).toContain("tsc --nonsense\nerror TS5023: Unknown compiler option '--nonsense'");
  });
});
