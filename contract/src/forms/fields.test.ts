import { describe, expect, it } from 'vitest';
import { askedFields, checkAnswers, filesIn } from './fields.ts';
import type { AnswersOf, Field } from './fields.ts';

const check = (field: Field, answer: unknown) => {
  const result = checkAnswers({ it: field }, { it: answer }, null);
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
    ]).toEqual(['a@qq.com', { it: 'EMAIL_DOMAIN' }, { it: 'REQUIRED_FIELD' }]);
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

  it('a date may not precede the one before it', () => {
    const fields = { from: { kind: 'date' }, to: { kind: 'date', notBefore: 'from' } } as const;
    const checked = (from: string, to: string) => checkAnswers(fields, { from, to }, null);
    expect(checked('2027-01-11', '2027-01-11').ok).toBe(true);
    expect(checked('2027-01-11', '2027-01-10')).toEqual({ ok: false, fields: { to: 'END_BEFORE_START' } });
    expect(checked('2027-02-30', '2027-01-10')).toEqual({ ok: false, fields: { from: 'INVALID_FORMAT' } });
  });

  it('a code is one of its kind, whatever the letters’ case and width [R-55]', () => {
    const course: Field = { kind: 'code', entry: 'courseCode' };
    expect([check(course, ' ma101 '), check(course, 'ＭＡ101'), check(course, 'MA'), check(course, '')]).toEqual([
      'MA101',
      'MA101',
      { it: 'COURSE_CODE' },
      { it: 'REQUIRED_FIELD' },
    ]);
    for (const several of ['MA101,MA102', 'MA101;MA102', 'MA101/MA102', 'MA101 MA102', 'MA101\nMA102', 'MA101、MA102'])
      expect(check(course, several)).toEqual({ it: 'ONE_COURSE_CODE' });
    expect([
      check({ kind: 'code', entry: 'unitCode' }, 'wma11/01'),
      check({ kind: 'code', entry: 'candidateNumber' }, '12345'),
    ]).toEqual(['WMA11/01', { it: 'CANDIDATE_NUMBER' }]);
  });

  it('a field with a condition is asked, checked and kept only when it is met', () => {
    const fields = {
      where: { kind: 'choice', options: ['Here', 'Other'], max: 2 },
      which: { kind: 'text', max: 9, when: { field: 'where', includes: 'Other' } },
    } as const;
    const checked = (answers: object) => checkAnswers(fields, answers, null);
    expect(checked({ where: ['Here', 'Other'] })).toEqual({ ok: false, fields: { which: 'REQUIRED_FIELD' } });
    expect(checked({ where: ['Other'], which: 'Bath' })).toEqual({
      ok: true,
      answers: { where: ['Other'], which: 'Bath' },
    });
    expect(checked({ where: ['Here'], which: 'Bath' })).toEqual({ ok: true, answers: { where: ['Here'] } });
    expect(Object.keys(askedFields(fields, { where: ['Here'] }))).toEqual(['where']);
  });

  it('files of answers are found over all their fields', () => {
    const fields = { a: { kind: 'file', max: 1 }, b: { kind: 'text', max: 99 }, c: { kind: 'file', max: 2 } } as const;
    expect(filesIn(fields, { a: [id], b: id, c: ['x', 'y'], d: ['z'] })).toEqual([id, 'x', 'y']);
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
    expect(checkAnswers({ it: field }, {}, null)).toEqual({ ok: true, answers: {} });
    expect(check({ kind: 'file', max: 5, optional: true }, [])).toBe(undefined);
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
