import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkFapiao, fapiaoUntil, isTaxNumber, redDue } from './fapiao.ts';

const company = {
  buyer: 'Company',
  title: '北京考途科技有限公司',
  taxNumber: '91350100M000100Y43',
  email: 'a@qq.com',
} as const;
const person = { buyer: 'Personal', title: '张三', taxNumber: '', email: 'zhang@163.com' } as const;
const fieldsOf = (input: Parameters<typeof checkFapiao>[0]) => {
  const check = checkFapiao(input);
  return check.ok ? {} : check.fields;
};

describe('a request for a fapiao', () => {
  it('is good for a company with its taxpayer number, and for a person without one [3-domain 7]', () => {
    expect(checkFapiao({ ...company, taxNumber: ' 91350100m000100y43 ' })).toEqual({ ok: true, wish: company });
    expect(checkFapiao(person)).toEqual({ ok: true, wish: { ...person, taxNumber: null } });
  });

  it.each([
    ['no title', { ...company, title: '  ' }, { title: 'FAPIAO_TITLE_REQUIRED' }],
    ['a title of one sign', { ...company, title: '甲' }, { title: 'FAPIAO_TITLE_FORMAT' }],
    ['markup in the title', { ...company, title: '<b>公司</b>' }, { title: 'FAPIAO_TITLE_FORMAT' }],
    ['no number for a company', { ...company, taxNumber: '' }, { taxNumber: 'FAPIAO_TAX_NUMBER_REQUIRED' }],
    ['17 signs', { ...company, taxNumber: '91350100M000100Y4' }, { taxNumber: 'FAPIAO_TAX_NUMBER_FORMAT' }],
    [
      'a sign that is never used',
      { ...company, taxNumber: '91350100I000100Y43' },
      { taxNumber: 'FAPIAO_TAX_NUMBER_FORMAT' },
    ],
    ['a wrong check sign', { ...company, taxNumber: '91350100M000100Y44' }, { taxNumber: 'FAPIAO_TAX_NUMBER_CHECK' }],
    [
      'a number for a person',
      { ...person, taxNumber: company.taxNumber },
      { taxNumber: 'FAPIAO_TAX_NUMBER_NOT_NEEDED' },
    ],
    ['no address', { ...person, email: '' }, { email: 'EMAIL_REQUIRED' }],
  ])('is refused with %s', (_, input, fields) => {
    expect(fieldsOf(input)).toEqual(fields);
  });
});

describe('a taxpayer number', () => {
  it('has one check sign, and any other sign in any one place breaks it [3-domain 7]', () => {
    const signs = '0123456789ABCDEFGHJKLMNPQRTUWXY';
    fc.assert(
      fc.property(fc.nat(17), fc.constantFrom(...signs.split('')), (place, sign) => {
        const changed = company.taxNumber.slice(0, place) + sign + company.taxNumber.slice(place + 1);
        return isTaxNumber(changed) === (changed === company.taxNumber);
      }),
    );
    expect(isTaxNumber('91110108551385082Q')).toBe(true);
  });
});

describe('the time to ask for a fapiao', () => {
  it('is twelve months after the payment, by the day in China [3-domain 7]', () => {
    expect(fapiaoUntil('2026-11-20T16:30:00.000Z')).toBe('2027-11-21');
  });
});

describe('a red letter', () => {
  it('is due for what the fapiao says beyond what the order kept, less what was put into red letters before [9.5#7]', () => {
    expect(redDue({ issued: 150_000, red: 0, kept: 150_000 })).toBe(0);
    expect(redDue({ issued: 150_000, red: 0, kept: 30_000 })).toBe(120_000);
    expect(redDue({ issued: 150_000, red: 120_000, kept: 0 })).toBe(30_000);
    expect(redDue({ issued: 110_000, red: 0, kept: 110_000 })).toBe(0);
  });
});
