import { describe, expect, it } from 'vitest';
import { checkForm, formCodes, forms, isOpenForm } from './forms.ts';
import type { FormAnswers, OpenFormCode } from './forms.ts';
import { splitList } from './entries.ts';

/** The least each form accepts; a form without an entry here does not compile. */
const minimal: { [C in OpenFormCode]: FormAnswers<C> } = {
  rt1008: { accaNumbers: ['1234567'] },
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
    expect(refused.length).toBeGreaterThan(0);
    expect(refused).toEqual(required.map(([name]) => [name, { ok: false, fields: { [name]: 'REQUIRED_FIELD' } }]));
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
    expect([isOpenForm('rt1008'), isOpenForm('rt1001'), isOpenForm('rt9999'), isOpenForm('toString')]).toEqual([
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
