import { describe, expect, it } from 'vitest';
import { words as en } from '@exam/contract/messages/en';
import { words as zh } from '@exam/contract/messages/zh';
import { entryErrorsOf as errorsOf } from './use-submission.ts';

type Known = Parameters<typeof errorsOf>[1];
const subjectAt = (index: number) => ['Module 1', 'Module 2'][index] ?? '';
const entryErrorsOf = (problem: Parameters<typeof errorsOf>[0], candidateIds: string[], rules: Known['rules']) =>
  errorsOf(problem, { candidateIds, rules, subjectAt });

describe('a refused submission', () => {
  it('says at each candidate what is wrong there, in the reader’s language', () => {
    const fields = {
      'entries.1.candidateId': 'ALREADY_IN_CART',
      'entries.0.applicationPickupPerson.idNo': 'PICKUP_UNDER_AGE',
    };
    expect(entryErrorsOf({ fields }, ['a', 'b'], en)).toEqual([
      { candidateId: 'b', path: 'candidateId', text: 'This registration is already in your cart.' },
      {
        candidateId: 'a',
        path: 'applicationPickupPerson.idNo',
        text: 'The person who collects the candidate must be 14 or over.',
      },
    ]);
    expect(entryErrorsOf({ fields }, ['a', 'b'], zh)[0]?.text).toBe('此项报名已在购物车中。');
  });

  it('names the subject where one of several refuses', () => {
    const fields = { 'sittings.1.entries.0.candidateId': 'ALREADY_IN_CART' };
    expect(entryErrorsOf({ fields }, ['a'], en)).toEqual([
      {
        candidateId: 'a',
        path: 'candidateId',
        text: 'Module 2 · This registration is already in your cart.',
      },
    ]);
  });

  it('leaves out what belongs to no candidate', () => {
    const fields = {
      'testInfo.formJson.accaNumbers': 'REQUIRED_FIELD',
      'entries.7.leaveAlone': 'LEAVE_CHOICE_REQUIRED',
    };
    expect(entryErrorsOf({ fields }, ['a'], en)).toEqual([]);
    expect(entryErrorsOf({}, ['a'], en)).toEqual([]);
  });
});
