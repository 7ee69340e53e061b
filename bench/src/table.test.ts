import { describe, expect, it } from 'vitest';
import { byteRow, hasFailed, kilobytes, notMeasured, tableOf } from './table.ts';

const budget = { failAbove: 14_000, ambition: 8_000 };

describe('the table of the benchmark', () => {
  it.each([
    [8_000, 'ambition'],
    [8_001, 'ok'],
    [14_000, 'ok'],
    [14_001, 'FAIL'],
  ])('judges %i bytes of 14 KB as %s', (bytes, verdict) => {
    const row = byteRow('public page', bytes, budget, '/');

    expect(row.verdict).toBe(verdict);
    expect(row.target).toBe('<= 14 KB (8 KB)');
  });

  it('fails the run for one byte budget that is broken, and for nothing else [S-17]', () => {
    const fine = byteRow('public page', 9_000, budget, '/');
    const slow = { ...fine, goal: 'first paint', verdict: 'over' as const };

    expect(hasFailed([fine, slow, notMeasured('orders', '>= 6x', 'no pgbench')])).toBe(false);
    expect(hasFailed([fine, byteRow('home', 14_001, budget, '/')])).toBe(true);
  });

  it('stands in columns as wide as their longest cell, with what is missing and why', () => {
    const text = tableOf([notMeasured('orders', '>= 6x', 'no pgbench'), byteRow('a long goal', 1_234, budget, '/')]);

    expect(text.split('\n')).toEqual([
      'goal         target           measured      spread  anchor      verdict',
      '-----------  ---------------  ------------  ------  ----------  --------',
      'orders       >= 6x            not measured          no pgbench  -',
      'a long goal  <= 14 KB (8 KB)  1.2 KB        exact   /           ambition',
    ]);
  });

  it('writes bytes as thousands', () => {
    expect([kilobytes(60_000), kilobytes(999), kilobytes(12_345)]).toEqual(['60 KB', '1.0 KB', '12.3 KB']);
  });
});
