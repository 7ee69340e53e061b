import { describe, expect, it } from 'vitest';
import { requirements, standingOf } from './asvs.ts';
import { titles, titlesIn } from '../testing/titles.ts';

const row = { id: '7.2.4', level: '1', what: 'A new session', standing: '' };

describe('the table of ASVS requirements', () => {
  it('knows every id that a test names, each once', () => {
    const known = requirements().map(({ id }) => id);
    const named = titles().flatMap(({ ids }) => [...ids.matchAll(/(?:^|\s)ASVS-(\S+)/g)].map(([, id = '']) => id));

    expect(new Set(known).size).toBe(known.length);
    expect(named.length).toBeGreaterThan(50);
    expect(named.filter((id) => !known.includes(id))).toEqual([]);
  });

  it('is met by a test, deviated by a record, and otherwise not yet', () => {
    const from = [{ file: 'a.test.ts', title: 'begins anew', ids: 'T5 ASVS-7.2.4' }];

    expect(standingOf(row, from)).toEqual({ state: 'met', by: '`a.test.ts`: begins anew' });
    expect(standingOf({ ...row, id: '7.2' }, from)).toEqual({ state: 'not yet', by: '' });
    expect(standingOf({ ...row, standing: 'see docs/limits.md' }, [])).toEqual({ state: 'met', by: 'docs/limits.md' });
    const record = 'docs/decisions/0006-password-policy.md';
    expect(standingOf({ ...row, standing: `deviates ${record}` }, from).state).toBe('deviated');
  });

  it('reads the titles of plain tests and of tables, typed ones too', () => {
    const text = "it('one [T1]', f); it.each<[string, () => void]>([[')', g]])(\n'two %s [T2 T3]', f); it('none', f);";

    expect(titlesIn('x', text).map(({ title, ids }) => [title, ids])).toEqual([
      ['one', 'T1'],
      ['two %s', 'T2 T3'],
    ]);
  });
});
