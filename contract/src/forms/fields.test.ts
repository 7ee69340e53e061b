import { describe, expect, it } from 'vitest';
import { checkAnswers } from './fields.ts';
import type { AnswersOf, Field } from './fields.ts';

const check = (field: Field, answer: unknown) => {
  const result = checkAnswers({ it: field }, { it: answer });
  return result.ok ? result.answers.it : result.fields;
};
const id = '8d6f2b1c-3e4a-4c5d-9e6f-7a8b9c0d1e2f';

describe('the kinds of field', () => {
  it('text is trimmed, required and bounded', () => {
    const field: Field = { kind: 'text', max: 5 };
    expect([check(field, ' ab '), check(field, 'abcdef'), check(field, '  '), check(field, 3)]).toEqual([
      'ab',
      { it: 'TOO_LONG' },
      { it: 'REQUIRED_FIELD' },
      { it: 'INVALID_FORMAT' },
    ]);
  });

  it('e-mail is checked as everywhere', () => {
    expect([
      check({ kind: 'email' }, 'a@QQ.com'),
      check({ kind: 'email' }, 'a@b'),
      check({ kind: 'email' }, undefined),
    ]).toEqual(['a@qq.com', { it: 'INVALID_FORMAT' }, { it: 'REQUIRED_FIELD' }]);
  });

  it('month and date are real ones', () => {
    expect([check({ kind: 'month' }, '2027-06'), check({ kind: 'month' }, '2027-13')]).toEqual([
      '2027-06',
      { it: 'INVALID_FORMAT' },
    ]);
    expect([check({ kind: 'date' }, '2028-02-29'), check({ kind: 'date' }, '2027-02-29')]).toEqual([
      '2028-02-29',
      { it: 'INVALID_FORMAT' },
    ]);
  });

  it('files are ids of attachments, so many at most', () => {
    const field: Field = { kind: 'file', max: 1 };
    expect([check(field, [id]), check(field, [id, id]), check(field, ['x']), check(field, [])]).toEqual([
      [id],
      { it: 'TOO_MANY_FILES' },
      { 'it.0': 'INVALID_FORMAT' },
      { it: 'REQUIRED_FIELD' },
    ]);
  });

  it('a choice is among its options', () => {
    const field: Field = { kind: 'choice', options: ['a', 'b'], max: 1 };
    expect([check(field, ['a']), check(field, ['c']), check(field, ['a', 'b'])]).toEqual([
      ['a'],
      { 'it.0': 'INVALID_FORMAT' },
      { it: 'TOO_MANY_ENTRIES' },
    ]);
  });

  it('a confirmation is ticked or refused', () => {
    const confirm: Field = { kind: 'confirm' };
    expect([check(confirm, true), check(confirm, false), check(confirm, undefined)]).toEqual([
      true,
      { it: 'CONFIRMATION_REQUIRED' },
      { it: 'CONFIRMATION_REQUIRED' },
    ]);
  });

  it('yes needs a reason, no does not [R-91]', () => {
    const field: Field = { kind: 'yesNoWithReason', max: 10 };
    expect(check(field, { yes: true, reason: ' extra ' })).toEqual({ yes: true, reason: 'extra' });
    expect(check(field, { yes: false })).toEqual({ yes: false });
    expect(check(field, { yes: true, reason: ' ' })).toEqual({ 'it.reason': 'REASON_REQUIRED' });
    expect(check(field, { yes: true, reason: 'x'.repeat(11) })).toEqual({ 'it.reason': 'TOO_LONG' });
    expect(check(field, { yes: false, why: 1 })).toEqual({ 'it.why': 'UNKNOWN_FIELD' });
    expect(check(field, undefined)).toEqual({ it: 'REQUIRED_FIELD' });
  });

  it('an optional field may be left out or blank', () => {
    const field: Field = { kind: 'text', max: 5, optional: true };
    expect([check(field, undefined), check(field, null), check(field, ' ')]).toEqual([undefined, undefined, undefined]);
    expect(checkAnswers({ it: field }, {})).toEqual({ ok: true, answers: {} });
  });

  it('give the answers their types', () => {
    const fields = {
      name: { kind: 'text', max: 5 },
      sure: { kind: 'confirm' },
      note: { kind: 'text', max: 5, optional: true },
    } as const;
    const answers: AnswersOf<typeof fields> = { name: 'a', sure: true, note: undefined };
    // @ts-expect-error a confirmation is true or nothing
    answers.sure = false;
    // @ts-expect-error a field the form does not have
    const unknown = () => answers.other;
    expect(unknown).toBeTypeOf('function');
  });
});
