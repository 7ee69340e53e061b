import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkIdentity, maskIdNumber } from './identity.ts';
import { residentCheckCharacter } from './resident-id.ts';

const today = '2026-11-20';
const check = (type: Parameters<typeof checkIdentity>[0], raw: string) => checkIdentity(type, raw, { today });
const codeOf = (type: Parameters<typeof checkIdentity>[0], raw: string) => {
  const result = check(type, raw);
  return result.ok ? 'accepted' : result.code;
};

describe('mainland resident ID', () => {
  it.each([
    ['11010519491231002X', '1949-12-31', 'Female'],
    ['110101199003077838', '1990-03-07', 'Male'],
    ['310115201202290020', '2012-02-29', 'Female'],
    ['330106201011201133', '2010-11-20', 'Male'],
    ['440300200811214518', '2008-11-21', 'Male'],
    ['11010820161120003X', '2016-11-20', 'Male'],
    ['510107200911192223', '2009-11-19', 'Female'],
    ['330106201405061225', '2014-05-06', 'Female'],
  ])('reads birth date and gender from %s [1.1]', (number, birthDate, gender) => {
    expect(check('IDCard', number)).toEqual({
      ok: true,
      canonical: number,
      comparable: `IDCard:${number}`,
      birthDate,
      gender,
    });
  });

  it.each([
    ['440524188001010014', 'ID_BIRTH_DATE', 'born before 1900'],
    ['310115201002290018', 'ID_BIRTH_DATE', '29 February of an ordinary year'],
    ['110105194912310021', 'ID_CHECK_CHARACTER', 'wrong check character'],
    ['910156199003071238', 'ID_FOREIGN_RESIDENT', 'foreign permanent resident card'],
    ['110105491231002', 'ID_FIRST_GENERATION', 'first generation, 15 digits'],
    ['1101051949123100', 'ID_LENGTH', 'too short'],
    ['1101051949123100200', 'ID_LENGTH', 'too long'],
    ['11010519491231X02X', 'ID_CHARACTERS', 'X inside'],
    ['160105194912310022', 'ID_PROVINCE', 'a province that does not exist'],
    ['', 'ID_REQUIRED', 'empty'],
    ['  ', 'ID_REQUIRED', 'only spaces'],
  ])('refuses %s with %s: %s [1.1]', (number, code) => {
    expect(codeOf('IDCard', number)).toBe(code);
  });

  it('is asked for where nothing was typed, whatever the kind of document [1.1]', () => {
    const kinds = ['IDCard', 'IDCardTaiwan', 'IDCardHongKongMacau', 'Passport'] as const;
    expect(kinds.map((kind) => codeOf(kind, ' '))).toEqual(kinds.map(() => 'ID_REQUIRED'));
    expect(codeOf('Passport', '-.-')).toBe('ID_REQUIRED');
  });

  it.each(['Ⅹ', 'ⅹ', 'Х', 'х', '×', 'Χ', '✕', '✖'])('reads %s at its end as X [1.1]', (sign) => {
    expect(check('IDCard', `11010519491231002${sign}`)).toMatchObject({ ok: true, canonical: '11010519491231002X' });
    expect(codeOf('IDCard', `1101051949123100${sign}2`)).toBe('ID_CHARACTERS');
  });

  it('says of a sign that no number has that it is wrong, not of the length [1.1]', () => {
    expect(codeOf('IDCard', '110105-19491231-002X')).toBe('ID_CHARACTERS');
    expect(codeOf('IDCard', '11010519491231002🄧')).toBe('ID_CHARACTERS');
  });

  it('takes a child without a card by the number in the household register [R-40]', () => {
    expect(check('IDCard', '330106201405061225')).toMatchObject({ ok: true, birthDate: '2014-05-06' });
  });

  it('accepts a lower-case x, spaces and full-width writing as the same number [1.1]', () => {
    const pasted = ['11010519491231002X\u200b', '\u202d110105194912310\u200b02X\u202c', '\ufeff11010519491231002X'];
    expect(pasted.map((number) => codeOf('IDCard', number))).toEqual(pasted.map(() => 'accepted'));
    const written = ['11010519491231002x', ' 110105 19491231 002X ', '１１０１０５１９４９１２３１００２ｘ'];
    const canonical = written.map((raw) => check('IDCard', raw)).map((result) => result.ok && result.canonical);
    expect(canonical).toEqual(written.map(() => '11010519491231002X'));
  });

  it('refuses a birth date after today and accepts today [1.1]', () => {
    const born = (date: string) => {
      const digits = `110101${date}001`;
      return codeOf('IDCard', digits + residentCheckCharacter(digits));
    };
    expect([born('20261120'), born('20261121')]).toEqual(['accepted', 'ID_BIRTH_DATE']);
  });

  it('takes a residence permit for what it is, under whichever type it is entered [1.1 1.2 1.3]', () => {
    const asIdCard = check('IDCard', '810000199001010019');
    const asHongKong = check('IDCardHongKongMacau', '810000199001010019');
    expect(asIdCard).toMatchObject({
      ok: true,
      advice: 'ID_IS_RESIDENCE_PERMIT',
      birthDate: '1990-01-01',
      gender: 'Male',
    });
    expect(asIdCard.ok && asIdCard.comparable).toBe(asHongKong.ok && asHongKong.comparable);
    expect(check('IDCard', '830000197512120046')).toMatchObject({
      ok: true,
      birthDate: '1975-12-12',
      gender: 'Female',
    });
  });

  it('catches every single wrong digit and every swap of neighbours [1.1]', () => {
    const digits = fc.stringMatching(/^\d{17}$/);
    fc.assert(
      fc.property(digits, fc.nat(16), fc.integer({ min: 1, max: 9 }), (number, at, by) => {
        const wrong = (Number(number[at]) + by) % 10;
        const changed = `${number.slice(0, at)}${wrong}${number.slice(at + 1)}`;
        return residentCheckCharacter(changed) !== residentCheckCharacter(number);
      }),
    );
    fc.assert(
      fc.property(digits, fc.nat(15), (number, at) => {
        const [a = '', b = ''] = [number[at], number[at + 1]];
        const swapped = number.slice(0, at) + b + a + number.slice(at + 2);
        return a === b || residentCheckCharacter(swapped) !== residentCheckCharacter(number);
      }),
    );
  });
});

describe('Taiwan resident travel permit', () => {
  it('accepts 8 digits, and 10 as the same permit reissued [1.2]', () => {
    const first = check('IDCardTaiwan', '12345678');
    const reissued = check('IDCardTaiwan', '12345678 02 (Ａ)');
    expect(first).toEqual({ ok: true, canonical: '12345678', comparable: 'TaiwanPermit:12345678' });
    expect(reissued).toEqual({ ok: true, canonical: '1234567802', comparable: 'TaiwanPermit:12345678' });
  });

  it('accepts a residence permit of Taiwan and of nowhere else [1.2]', () => {
    expect(codeOf('IDCardTaiwan', '12345678(AAA)')).toBe('ID_TAIWAN_PERMIT');
    expect(check('IDCardTaiwan', '830000197512120046')).toMatchObject({ ok: true, birthDate: '1975-12-12' });
    expect(codeOf('IDCardTaiwan', '810000199001010019')).toBe('ID_RESIDENCE_PERMIT_REGION');
    expect(codeOf('IDCardTaiwan', '110101199003077838')).toBe('ID_RESIDENCE_PERMIT_REGION');
    expect(['IDCardTaiwan', 'IDCard'].map((type) => codeOf(type as 'IDCard', '830000197512120045'))).toEqual([
      'ID_CHECK_CHARACTER',
      'ID_CHECK_CHARACTER',
    ]);
  });

  it('says that the national identity card of Taiwan is not accepted [1.2]', () => {
    expect(codeOf('IDCardTaiwan', 'A123456789')).toBe('ID_TAIWAN_NATIONAL');
    expect(codeOf('IDCardTaiwan', '1234567')).toBe('ID_TAIWAN_PERMIT');
  });
});

describe('Hong Kong and Macau documents', () => {
  it('accepts a travel permit, and a reissued one as the same [1.3]', () => {
    expect(check('IDCardHongKongMacau', 'h12345678')).toMatchObject({ ok: true, canonical: 'H12345678' });
    expect(check('IDCardHongKongMacau', 'M1234567801')).toMatchObject({ comparable: 'HongKongMacauPermit:M12345678' });
  });

  it.each([
    'A123456(3)',
    'Z683365(A)',
    'AB987654(3)',
    'C123456(9)',
    'WX123456(9)',
    'P103265(1)',
    'A1234563',
    'ａ１２３４５６（３）',
  ])('accepts the identity card %s and recommends the permit [1.3]', (number) => {
    expect(check('IDCardHongKongMacau', number)).toMatchObject({ ok: true, advice: 'ID_TRAVEL_PERMIT_PREFERRED' });
  });

  it('writes an identity card one way with and without brackets [1.3]', () => {
    expect(check('IDCardHongKongMacau', 'A123456(3)')).toEqual(check('IDCardHongKongMacau', 'A1234563'));
  });

  it.each([
    ['A123456(4)', 'ID_HONG_KONG_CHECK_DIGIT'],
    ['H1234567890123', 'ID_HONG_KONG_MACAU'],
    ['H123456789', 'ID_HONG_KONG_MACAU'],
    ['A123456(3', 'ID_HONG_KONG_MACAU'],
    ['830000197512120046', 'ID_RESIDENCE_PERMIT_REGION'],
    ['2123456(1)', 'ID_HONG_KONG_MACAU'],
  ])('refuses %s with %s [1.3]', (number, code) => {
    expect(codeOf('IDCardHongKongMacau', number)).toBe(code);
  });

  it('accepts a Macau card by its shape and a residence permit of either region [1.3]', () => {
    expect(check('IDCardHongKongMacau', '1234567(8)')).toMatchObject({ ok: true, canonical: '12345678' });
    expect(check('IDCardHongKongMacau', '820000200808080031')).toMatchObject({
      ok: true,
      birthDate: '2008-08-08',
      gender: 'Male',
    });
  });
});

describe('passport', () => {
  it('drops spaces, hyphens and dots and says nothing of birth or gender [1.4]', () => {
    expect(check('Passport', 'e 1234-5678')).toEqual({
      ok: true,
      canonical: 'E12345678',
      comparable: 'Passport:E12345678',
    });
    expect(codeOf('Passport', 'EA1234567')).toBe('accepted');
  });

  it('only advises when a Chinese number has another length [1.4]', () => {
    expect(check('Passport', 'E1234567')).toMatchObject({ ok: true, advice: 'PASSPORT_CHINESE_LENGTH' });
    expect(check('Passport', '330106201011201133')).toMatchObject({ ok: true, advice: 'PASSPORT_LOOKS_LIKE_ID_CARD' });
    expect(check('Passport', 'X9999999')).not.toHaveProperty('advice', expect.any(String));
  });

  it.each(['EO1234567', 'EI1234567', 'E0123456O', 'E01234I67', 'GO1234567', 'PAI23456'])(
    'asks whether O and I are digits in %s, and takes it [1.4]',
    (number) => {
      expect(check('Passport', number)).toMatchObject({ ok: true, canonical: number, advice: 'PASSPORT_O_OR_I' });
    },
  );

  it('does not ask about letters among letters [1.4]', () => {
    expect(check('Passport', 'OIX123456')).not.toHaveProperty('advice', 'PASSPORT_O_OR_I');
  });

  it.each(['A123', 'A'.repeat(21), 'E1234567号', '--'])('refuses %s [1.4]', (number) => {
    expect(check('Passport', number).ok).toBe(false);
  });
});

describe('masking', () => {
  it('keeps the last two signs, and four of every number to itself [6.3]', () => {
    expect(maskIdNumber('330106201011201133')).toBe('****************33');
    expect(maskIdNumber('E12345678')).toBe('*******78');
    expect(maskIdNumber('12345678')).toBe('******78');
    expect(maskIdNumber('A12345')).toBe('****45');
    expect(maskIdNumber('A1234')).toBe('****4');
    expect(maskIdNumber('')).toBe('');
  });

  it('makes of a mask in an older form one in today’s [6.3]', () => {
    expect(maskIdNumber('330106********1133')).toBe('****************33');
  });
});
