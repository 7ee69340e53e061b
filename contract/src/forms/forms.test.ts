import { describe, expect, it } from 'vitest';
import { checkForm, formCodes, forms, isOpenForm } from './forms.ts';
import type { FormAnswers, OpenFormCode } from './forms.ts';
import { fieldWords } from '../messages/field-refusals.ts';
import { splitList } from './entries.ts';
import type { Field } from './fields.ts';

const school = {
  schoolContact: 'Ms Grace Hopper',
  contactEmail: 'admissions@school.example',
  windowFrom: '2027-01-11',
  windowTo: '2027-01-22',
  nameAtSchool: undefined,
};

/** The least each form accepts; a form without an entry here does not compile. */
const minimal: { [C in OpenFormCode]: FormAnswers<C> } = {
  rt1001: {
    universityContact: 'Dr Ada Byron',
    contactEmail: 'exams@university.example',
    expectedMonth: '2027-01',
    approvalObtained: true,
    feeUnderstood: true,
  },
  rt1002: {
    universityName: 'University of Somewhere',
    universityContact: 'Dr Ada Byron',
    contactEmail: 'exams@university.example',
    expectedMonth: '2027-01',
  },
  rt1003: { institutionContact: 'Dr Ada Byron', contactEmail: 'exams@college.example' },
  rt1004: {
    institutionName: 'Somewhere College',
    institutionContact: 'Dr Ada Byron',
    contactEmail: 'exams@college.example',
  },
  rt1005: { ...school },
  rt1006: { schoolName: 'Somewhere School', ...school },
  rt1007: { portalRegistered: true, portalReference: 'CPT-123456' },
  rt1008: { accaNumbers: ['1234567'] },
  rt1009: { courseCodes: ['MA101'], specialArrangement: { yes: false } },
};
const open = formCodes.filter(isOpenForm);

describe('every registration form', () => {
  it.each(open)('%s accepts its minimal answers unchanged', (code) => {
    expect(checkForm(code, minimal[code])).toEqual({ ok: true, answers: minimal[code] });
  });

  it.each(open)('%s refuses each required field that is missing, on its path', (code) => {
    const required = Object.entries(forms[code].fields).filter(([, field]) => !('optional' in field));
    const refused = required.map(([name]) => {
      const { [name]: _removed, ...rest } = { ...minimal[code] } as Record<string, unknown>;
      return [name, checkForm(code, rest)];
    });
    const refusalOf = ({ kind }: Field) => (kind === 'confirm' ? 'CONFIRMATION_REQUIRED' : 'REQUIRED_FIELD');
    expect(refused.length).toBeGreaterThan(0);
    expect(refused).toEqual(
      required.map(([name, field]) => [name, { ok: false, fields: { [name]: refusalOf(field) } }]),
    );
  });

  it.each(open)('%s refuses a field it does not know', (code) => {
    expect(checkForm(code, { ...minimal[code], surprise: 1 })).toEqual({
      ok: false,
      fields: { surprise: 'UNKNOWN_FIELD' },
    });
  });

  it.each([null, 'text', 3, []])('refuses %j in place of answers', (answers) => {
    expect(checkForm('rt1008', answers).ok).toBe(false);
  });

  it('is known by its number, and those not open yet are not', () => {
    expect([isOpenForm('rt1008'), isOpenForm('rt1010'), isOpenForm('rt9999'), isOpenForm('toString')]).toEqual([
      true,
      false,
      false,
      false,
    ]);
  });
});

describe('rt1008, the ACCA registration numbers of a group', () => {
  it('splits what is typed or pasted, on commas, spaces and new lines, and keeps each number once', () => {
    const accaNumbers = '1234567, 2345678\n3456789　４５６７８９０，1234567；2345678';
    expect(checkForm('rt1008', { accaNumbers })).toEqual({
      ok: true,
      answers: { accaNumbers: ['1234567', '2345678', '3456789', '4567890'] },
    });
    expect(splitList(' a,,b ')).toEqual(['A', 'B']);
  });

  it('reports each wrong number by its place', () => {
    expect(checkForm('rt1008', { accaNumbers: '1234567 123456 12345678 2345678 A234567' })).toEqual({
      ok: false,
      fields: { 'accaNumbers.1': 'ACCA_NUMBER', 'accaNumbers.2': 'ACCA_NUMBER', 'accaNumbers.4': 'ACCA_NUMBER' },
    });
  });

  it('takes one to fifty numbers', () => {
    const numbers = (n: number) => Array.from({ length: n }, (_, at) => String(1_000_000 + at));
    expect(checkForm('rt1008', { accaNumbers: numbers(50) }).ok).toBe(true);
    expect(checkForm('rt1008', { accaNumbers: numbers(51) })).toEqual({
      ok: false,
      fields: { accaNumbers: 'TOO_MANY_ENTRIES' },
    });
    expect(checkForm('rt1008', { accaNumbers: [] })).toEqual({ ok: false, fields: { accaNumbers: 'REQUIRED_FIELD' } });
    expect(checkForm('rt1008', { accaNumbers: ' , ' })).toEqual({
      ok: false,
      fields: { accaNumbers: 'REQUIRED_FIELD' },
    });
    expect(checkForm('rt1008', { accaNumbers: 1234567 })).toEqual({
      ok: false,
      fields: { accaNumbers: 'INVALID_FORMAT' },
    });
  });
});

describe('rt1009, the course codes of a university booking', () => {
  it('takes one to twenty codes of 3 to 6 letters and digits [R-55]', () => {
    const check = (courseCodes: unknown) => checkForm('rt1009', { courseCodes, specialArrangement: { yes: false } });
    const codes = Array.from({ length: 21 }, (_, at) => `MA${100 + at}`);
    expect(check('ma101, st102')).toMatchObject({ ok: true, answers: { courseCodes: ['MA101', 'ST102'] } });
    expect(check(codes.slice(0, 20)).ok).toBe(true);
    expect(check(codes)).toEqual({ ok: false, fields: { courseCodes: 'TOO_MANY_ENTRIES' } });
    expect(check(['MA', 'MATH1001'])).toEqual({
      ok: false,
      fields: { 'courseCodes.0': 'COURSE_CODE', 'courseCodes.1': 'COURSE_CODE' },
    });
  });

  it('asks whether a special arrangement is needed, and for the reason [R-91]', () => {
    const check = (specialArrangement: unknown) => checkForm('rt1009', { courseCodes: ['MA101'], specialArrangement });
    expect(check(undefined)).toEqual({ ok: false, fields: { specialArrangement: 'REQUIRED_FIELD' } });
    expect(check({ yes: true })).toEqual({ ok: false, fields: { 'specialArrangement.reason': 'REASON_REQUIRED' } });
  });
});

describe('the words of the fields', () => {
  it('exist in both languages, and quote the contact’s address as typed [R-71]', () => {
    for (const { formFields } of Object.values(fieldWords)) {
      for (const words of Object.values(formFields)) expect(words.label.trim()).not.toBe('');
      expect(formFields.approvalObtained.labelWithEmail?.('Dean@uni.example')).toContain('Dean@uni.example');
    }
  });
});
