import { describe, expect, it } from 'vitest';
import { fieldWords } from '../messages/field-refusals.ts';
import { splitList } from './entries.ts';
import { answersOfOne, checkForm, fieldsOf, formCodes, forms, isFormCode, withAnswer } from './forms.ts';
import type { Field, Fields } from './fields.ts';
import type { Form, FormAnswers, FormCode, FormFieldWords } from './forms.ts';

const school = {
  schoolContact: 'Ms Grace Hopper',
  contactEmail: 'admissions@school.example',
  windowFrom: '2027-01-11',
  windowTo: '2027-01-22',
  registeredAs: ['SameName'],
};

/** The least each form accepts; a form without an entry here does not compile. */
const minimal: { [C in FormCode]: FormAnswers<C> } = {
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
  rt1010: {
    candidateNumber: '0042',
    examSeries: '2026-06',
    serviceType: ['ReviewOfMarking'],
  },
  rt1011: { courseCode: 'G100', specialArrangement: { yes: false } },
  rt1012: { courseCode: 'G100', universities: ['Cambridge', 'Warwick'], specialArrangement: { yes: false } },
};

/** The check of a form for which nothing was chosen. */
const tried = (code: FormCode, answers: unknown) => checkForm(code, answers, null);

describe('every registration form', () => {
  it.each(formCodes)('%s accepts its minimal answers unchanged', (code) => {
    expect(tried(code, minimal[code])).toEqual({ ok: true, answers: minimal[code] });
  });

  it.each(formCodes)('%s refuses each required field that is missing, on its path', (code) => {
    const required = Object.entries(forms[code].fields).filter(
      ([, field]: [string, Field]) => !field.optional && !field.when,
    );
    const refused = required.map(([name]) => {
      const { [name]: _removed, ...rest } = { ...minimal[code] } as Record<string, unknown>;
      return [name, tried(code, rest)];
    });
    const refusalOf = ({ kind }: Field) => (kind === 'confirm' ? 'CONFIRMATION_REQUIRED' : 'REQUIRED_FIELD');
    expect(refused.length).toBeGreaterThan(0);
    expect(refused).toEqual(
      required.map(([name, field]) => [name, { ok: false, fields: { [name]: refusalOf(field) } }]),
    );
  });

  it.each(formCodes)('%s refuses a field it does not know', (code) => {
    expect(tried(code, { ...minimal[code], surprise: 1 })).toEqual({
      ok: false,
      fields: { surprise: 'UNKNOWN_FIELD' },
    });
  });

  it.each([null, 'text', 3, []])('refuses %j in place of answers', (answers) => {
    expect(tried('rt1008', answers).ok).toBe(false);
  });

  it('is known by its number', () => {
    expect([isFormCode('rt1008'), isFormCode('rt1010'), isFormCode('rt9999'), isFormCode('toString')]).toEqual([
      true,
      true,
      false,
      false,
    ]);
  });

  it.each(formCodes)('%s takes five attachments at most, over all its fields of files [R-39]', (code) => {
    const fields: Fields = forms[code].fields;
    const files = Object.values(fields).flatMap((field) => (field.kind === 'file' ? field.max : []));
    expect(files.reduce((sum, most) => sum + most, 0)).toBe(5);
  });

  it.each(formCodes)('%s keeps the fields of every version there was [R-90]', (code) => {
    const form: Form = forms[code];
    expect(form.earlier?.length ?? 0).toBe(form.version - 1);
    expect(fieldsOf(code, form.version)).toBe(form.fields);
    for (const [index, fields] of (form.earlier ?? []).entries()) expect(fieldsOf(code, index + 1)).toBe(fields);
  });

  it.each(formCodes)('%s asks for nothing on a condition that no field before it can meet', (code) => {
    const fields: Fields = forms[code].fields;
    const names = Object.keys(fields);
    for (const [name, { when }] of Object.entries(fields)) {
      const asked = when === undefined ? undefined : fields[when.field];
      expect([undefined, 'choice']).toContain(asked?.kind);
      if (when === undefined || asked?.kind !== 'choice') continue;
      expect(asked.options).toContain(when.includes);
      expect(names.indexOf(when.field)).toBeLessThan(names.indexOf(name));
    }
  });
});

describe('rt1005 and rt1006, the papers of a school', () => {
  it.each(['rt1005', 'rt1006'] as const)('%s refuses an exam window that ends before it begins', (code) => {
    expect(tried(code, { ...minimal[code], windowFrom: '2027-01-22', windowTo: '2027-01-11' })).toEqual({
      ok: false,
      fields: { windowTo: 'END_BEFORE_START' },
    });
  });

  it.each(['rt1005', 'rt1006'] as const)('%s asks for the name at the school where it differs', (code) => {
    const answers = { ...minimal[code], registeredAs: ['OtherName'] };
    expect(tried(code, answers)).toEqual({ ok: false, fields: { nameAtSchool: 'REQUIRED_FIELD' } });
    expect(tried(code, { ...answers, nameAtSchool: 'Amy Wang' }).ok).toBe(true);
  });
});

describe('what was chosen before a form is filled in', () => {
  const chosen = { examDate: '2027-01-15', candidates: 1 };

  it.each(['rt1001', 'rt1002'] as const)('%s expects the exam in the month of the chosen date', (code) => {
    const check = (expectedMonth: string) => checkForm(code, { ...minimal[code], expectedMonth }, chosen);
    expect(check('2027-01').ok).toBe(true);
    for (const month of ['2020-03', '2026-12', '2027-02'])
      expect(check(month)).toEqual({ ok: false, fields: { expectedMonth: 'MONTH_OF_EXAM' } });
  });

  it.each(['rt1005', 'rt1006'] as const)('%s takes a window that includes the chosen date only', (code) => {
    const check = (windowFrom: string, windowTo: string) =>
      checkForm(code, { ...minimal[code], windowFrom, windowTo }, chosen);
    expect([check('2027-01-15', '2027-01-15').ok, check('2026-10-01', '2027-06-30').ok]).toEqual([true, true]);
    expect(check('2020-05-01', '2020-05-31')).toEqual({
      ok: false,
      fields: { windowFrom: 'WINDOW_OF_EXAM', windowTo: 'WINDOW_OF_EXAM' },
    });
    expect(check('2020-05-01', '2027-01-31')).toEqual({ ok: false, fields: { windowFrom: 'WINDOW_OF_EXAM' } });
    expect(check('2027-01-16', '2027-01-31')).toEqual({ ok: false, fields: { windowFrom: 'WINDOW_OF_EXAM' } });
    expect(check('2027-01-11', '2027-01-14')).toEqual({ ok: false, fields: { windowTo: 'WINDOW_OF_EXAM' } });
    expect(check('2027-01-11', '2030-01-14')).toEqual({ ok: false, fields: { windowTo: 'WINDOW_OF_EXAM' } });
  });

  it('rt1008 has one number for each candidate, who keeps their own', () => {
    const check = (accaNumbers: string) => checkForm('rt1008', { accaNumbers }, { ...chosen, candidates: 2 });
    expect(check('1234567')).toEqual({ ok: false, fields: { accaNumbers: 'ACCA_NUMBER_EACH' } });
    expect(check('1234567 1234567')).toEqual({ ok: false, fields: { accaNumbers: 'ACCA_NUMBER_EACH' } });
    expect(check('1234567 2345678 3456789')).toEqual({ ok: false, fields: { accaNumbers: 'ACCA_NUMBER_EACH' } });
    expect(check('1234567 2345678').ok).toBe(true);
    const answers = { accaNumbers: ['1234567', '2345678'], attachments: ['a', 'b'] };
    expect([0, 1].map((place) => answersOfOne('rt1008', answers, place))).toEqual([
      { accaNumbers: ['1234567'], attachments: ['a', 'b'] },
      { accaNumbers: ['2345678'], attachments: ['a', 'b'] },
    ]);
  });
});

describe('rt1011 and rt1012, the admission tests', () => {
  it.each(['rt1011', 'rt1012'] as const)('%s takes one course code only [R-55]', (code) => {
    expect(tried(code, { ...minimal[code], courseCode: 'G100, G101' })).toEqual({
      ok: false,
      fields: { courseCode: 'ONE_COURSE_CODE' },
    });
  });

  it('take several universities, and the names of others where there are any [R-55]', () => {
    const check = (universities: string[], rest: object = {}) =>
      tried('rt1012', { ...minimal.rt1012, universities, ...rest });
    expect(check([])).toEqual({ ok: false, fields: { universities: 'REQUIRED_FIELD' } });
    expect(check(['Nowhere'])).toEqual({ ok: false, fields: { 'universities.0': 'INVALID_FORMAT' } });
    expect(check(['Bath', 'Other'])).toEqual({ ok: false, fields: { otherUniversities: 'REQUIRED_FIELD' } });
    expect(check(['Bath', 'Other'], { otherUniversities: 'Lancaster' }).ok).toBe(true);
  });

  it('take an explanation of one to a thousand characters with a special arrangement [R-91]', () => {
    const check = (reason: string) => tried('rt1012', { ...minimal.rt1012, specialArrangement: { yes: true, reason } });
    const at = 'specialArrangement.reason';
    expect([check(''), check('需'), check('x'.repeat(1000)).ok, check('x'.repeat(1001))]).toMatchObject([
      { fields: { [at]: 'REASON_REQUIRED' } },
      { ok: true },
      true,
      { fields: { [at]: 'TOO_LONG' } },
    ]);
  });
});

describe('rt1008, the ACCA registration numbers of a group', () => {
  it('splits what is typed or pasted, on commas, spaces and new lines, and keeps each number once', () => {
    const accaNumbers = '1234567, 2345678\n3456789　４５６７８９０，1234567；2345678';
    expect(tried('rt1008', { accaNumbers })).toEqual({
      ok: true,
      answers: { accaNumbers: ['1234567', '2345678', '3456789', '4567890'] },
    });
    expect(splitList(' a,,b ')).toEqual(['A', 'B']);
  });

  it('reports each wrong number by its place', () => {
    expect(tried('rt1008', { accaNumbers: '1234567 123456 12345678 2345678 A234567' })).toEqual({
      ok: false,
      fields: { 'accaNumbers.1': 'ACCA_NUMBER', 'accaNumbers.2': 'ACCA_NUMBER', 'accaNumbers.4': 'ACCA_NUMBER' },
    });
  });

  it('takes one to fifty numbers', () => {
    const numbers = (n: number) => Array.from({ length: n }, (_, at) => String(1_000_000 + at));
    expect(tried('rt1008', { accaNumbers: numbers(50) }).ok).toBe(true);
    expect(tried('rt1008', { accaNumbers: numbers(51) })).toEqual({
      ok: false,
      fields: { accaNumbers: 'TOO_MANY_ENTRIES' },
    });
    expect(tried('rt1008', { accaNumbers: [] })).toEqual({ ok: false, fields: { accaNumbers: 'REQUIRED_FIELD' } });
    expect(tried('rt1008', { accaNumbers: ' , ' })).toEqual({
      ok: false,
      fields: { accaNumbers: 'REQUIRED_FIELD' },
    });
    expect(tried('rt1008', { accaNumbers: 1234567 })).toEqual({
      ok: false,
      fields: { accaNumbers: 'INVALID_FORMAT' },
    });
  });
});

describe('rt1009, the course codes of a university booking', () => {
  it('takes one to twenty codes of 3 to 6 letters and digits [R-55]', () => {
    const check = (courseCodes: unknown) => tried('rt1009', { courseCodes, specialArrangement: { yes: false } });
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
    const check = (specialArrangement: unknown) => tried('rt1009', { courseCodes: ['MA101'], specialArrangement });
    expect(check(undefined)).toEqual({ ok: false, fields: { specialArrangement: 'REQUIRED_FIELD' } });
    expect(check({ yes: true })).toEqual({ ok: false, fields: { 'specialArrangement.reason': 'REASON_REQUIRED' } });
  });
});

describe('the words of the fields', () => {
  it.each(formCodes)('of %s, of every version, are there in both languages', (code) => {
    const form: Form = forms[code];
    const all = [form.fields, ...(form.earlier ?? [])].flatMap((fields) => Object.entries(fields));
    expect(all.flatMap(([name, field]) => wordsMissing(name, field))).toEqual([]);
  });

  it('quote the contact’s address as typed [R-71]', () => {
    for (const { formFields } of Object.values(fieldWords))
      expect(formFields.approvalObtained.labelWithEmail?.('Dean@uni.example')).toContain('Dean@uni.example');
  });

  it('ask again for a confirmation that quoted another address [R-98]', () => {
    const answers = { contactEmail: 'dean@uni.exmaple', approvalObtained: true, feeUnderstood: true };
    const changed = (name: string, value: unknown) =>
      withAnswer(answers, { name, value }, (each) => wordsOf('en', each));
    expect(changed('contactEmail', 'dean@uni.example')).toEqual({
      contactEmail: 'dean@uni.example',
      feeUnderstood: true,
    });
    expect(changed('contactEmail', 'dean@uni.exmaple')).toEqual(answers);
    expect(changed('universityContact', 'Dr Byron')).toMatchObject({ approvalObtained: true });
  });
});

function wordsOf(language: 'en' | 'zh', name: string): FormFieldWords | undefined {
  return new Map<string, FormFieldWords>(Object.entries(fieldWords[language].formFields)).get(name);
}

/** What a field lacks of its words, in either language. */
function wordsMissing(name: string, field: Field): string[] {
  const [en, zh] = [wordsOf('en', name), wordsOf('zh', name)];
  // An earlier version may have had fewer.
  const options = field.kind === 'choice' ? field.options : [];
  const checks: Record<string, boolean> = {
    english: /^[^\p{Script=Han}]{3,}$/u.test(en?.label ?? ''),
    chinese: /\p{Script=Han}/u.test(zh?.label ?? ''),
    hint: Boolean(en?.hint) === Boolean(zh?.hint),
    reason: field.kind !== 'yesNoWithReason' || [en, zh].every((words) => Boolean(words?.reasonLabel)),
    options: [en, zh].every((words) => options.every((option) => Object.hasOwn(words?.options ?? {}, option))),
    optionsInChinese: Object.values(zh?.options ?? {}).every((option) => /\p{Script=Han}/u.test(option)),
  };
  return Object.keys(checks).flatMap((check) => (checks[check] ? [] : [`${name}: ${check}`]));
}
