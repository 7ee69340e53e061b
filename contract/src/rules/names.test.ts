import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  checkChineseName,
  checkFreeName,
  checkName,
  isMinorNameMasked,
  maskMinorName,
  maskMinorNames,
  normaliseName,
  suggestPassportSpelling,
} from './names.ts';

describe('the name of a candidate', () => {
  it('is stored as passports print it [1.5]', () => {
    expect(normaliseName('  zhèng-lǐ ')).toBe('ZHENG-LI');
    expect(normaliseName('ｏｕｙａｎｇ')).toBe('OUYANG');
    expect(normaliseName('o’brien  smith')).toBe("O'BRIEN SMITH");
    expect(normaliseName('lǚ')).toBe('LÜ');
    expect(normaliseName('\u202dwang\u200b xiao\u00adming\ufeff')).toBe('WANG XIAOMING');
  });

  it('is accepted with compound, double and hyphenated surnames [1.5]', () => {
    expect(checkName('Ouyang', 'Wenliang')).toEqual({
      ok: true,
      lastName: 'OUYANG',
      firstName: 'WENLIANG',
      advice: [],
    });
    expect(checkName('Zheng-Li', 'A')).toMatchObject({ ok: true, lastName: 'ZHENG-LI' });
    expect(checkName("D'Arcy", 'Anne Marie').ok).toBe(true);
  });

  it('is refused in Chinese characters, with a code of its own [1.5 rule:candidate.pinyin_names]', () => {
    expect(checkName('王', '小明')).toEqual({ ok: false, fields: { lastName: 'NAME_HAN', firstName: 'NAME_HAN' } });
  });

  it.each([
    ['', 'MING', { lastName: 'NAME_REQUIRED' }],
    ['WANG', '', { firstName: 'NAME_GIVEN_REQUIRED' }],
    ['W4NG', 'MING', { lastName: 'NAME_CHARACTERS' }],
    ['WANG', '-MING', { firstName: 'NAME_CHARACTERS' }],
    ['WANG', 'M.', { firstName: 'NAME_CHARACTERS' }],
    ['A'.repeat(31), 'MING', { lastName: 'NAME_TOO_LONG' }],
  ])('refuses %j %j [1.5]', (last, first, fields) => {
    expect(checkName(last, first)).toEqual({ ok: false, fields });
  });

  it('may lack a given name only when the document has none [1.5]', () => {
    expect(checkName('SUHARTO', '', { noGivenName: true })).toMatchObject({ ok: true, firstName: '' });
    expect(checkName('SUHARTO', 'A', { noGivenName: true })).toEqual({
      ok: false,
      fields: { firstName: 'NAME_GIVEN_NOT_EMPTY' },
    });
  });

  it('is refused for its length in no time, whatever it could be split into [1.5]', () => {
    for (const syllables of [13, 27, 49]) {
      const name = `${'AN'.repeat(syllables)}Q`;
      const isLong = name.length > 30;
      expect(checkName(name, 'LV').ok).toBe(!isLong);
      expect(suggestPassportSpelling(name)).toBe(name);
    }
    expect(checkName('AN'.repeat(49), 'MING')).toEqual({ ok: false, fields: { lastName: 'NAME_TOO_LONG' } });
    expect(suggestPassportSpelling(`${'AN'.repeat(13)}LV`)).toBe(`${'AN'.repeat(13)}LYU`);
  });

  it('warns when surname and given name together are longer than 40 [1.5]', () => {
    expect(checkName('A'.repeat(20), 'B'.repeat(20))).toMatchObject({ advice: [] });
    expect(checkName('A'.repeat(21), 'B'.repeat(20))).toMatchObject({ advice: ['NAME_LONG_TOGETHER'] });
  });

  it('offers LYU and NYU for V and Ü and changes nothing by itself [1.5]', () => {
    expect(checkName('LV', 'NVE')).toEqual({
      ok: true,
      lastName: 'LV',
      firstName: 'NVE',
      advice: ['NAME_UMLAUT'],
      suggestion: { lastName: 'LYU', firstName: 'NYUE' },
    });
    expect(checkName('Lü', 'Wei')).toEqual({
      ok: false,
      fields: { lastName: 'NAME_CHARACTERS' },
      suggestion: { lastName: 'LYU', firstName: 'WEI' },
    });
  });

  it('knows where the dots are never written, and leaves other languages alone [1.5]', () => {
    expect(suggestPassportSpelling('JÜ')).toBe('JU');
    expect(suggestPassportSpelling('XIAOLV')).toBe('XIAOLYU');
    expect(['CALVIN', 'SILVIA', 'LU', 'KELVIN', 'QU', 'XU'].map(suggestPassportSpelling)).toEqual([
      'CALVIN',
      'SILVIA',
      'LU',
      'KELVIN',
      'QU',
      'XU',
    ]);
  });
});

describe('the name of a guardian or pickup person', () => {
  it.each([
    [' 王 伟 ', '王 伟'],
    ['Li Wei', 'Li Wei'],
    ['José O’Brien-Smith Jr.', 'José O’Brien-Smith Jr.'],
    ['Jose\u0301 Wei', 'José Wei'],
    ['J. R. Lee', 'J. R. Lee'],
    ['王\u200b伟\u202c', '王伟'],
    ['Ｌｉ　Ｗｅｉ', 'Li Wei'],
    ['\uf90a\u{2fa1a}', '\uf90a\u{2fa1a}'],
  ])('may be Chinese or Latin: %j is kept as %j [1.5]', (typed, name) => {
    expect(checkFreeName(typed)).toEqual({ ok: true, name });
  });

  it.each(Array.from('.·•・‧．。･｡∙⋅'))('has one dot between its parts, typed with %s [1.5]', (dot) => {
    expect(checkFreeName(`买买提${dot}艾力`)).toEqual({ ok: true, name: '买买提·艾力' });
    expect(checkFreeName(`阿${dot}买 ${dot} 力`)).toEqual({ ok: true, name: '阿·买·力' });
  });

  it.each([
    ['', 'REQUIRED_FIELD'],
    ['\u200b', 'REQUIRED_FIELD'],
    ['王', 'FREE_NAME'],
    ['王\u3164', 'FREE_NAME'],
    ['A'.repeat(51), 'FREE_NAME'],
    ['12', 'FREE_NAME_CHARACTERS'],
    ['<b>Li</b>', 'FREE_NAME_CHARACTERS'],
    ['点击 http://e.cn', 'FREE_NAME_CHARACTERS'],
    ['王伟 e.cn', 'FREE_NAME_CHARACTERS'],
    ['王伟😀', 'FREE_NAME_CHARACTERS'],
    ['王伟138', 'FREE_NAME_CHARACTERS'],
    ['@wang', 'FREE_NAME_CHARACTERS'],
  ])('is refused as %j, and says why [1.5]', (typed, code) => {
    expect(checkFreeName(typed)).toEqual({ ok: false, code });
  });
});

describe('the Chinese name of a candidate', () => {
  it.each([
    ['王小明', '王小明'],
    [' 王 小　明 ', '王小明'],
    ['欧阳\u200b娜', '欧阳娜'],
    ['\u{20bb7}龑', '\u{20bb7}龑'],
    ['阿卜杜热合曼阿布都拉', '阿卜杜热合曼阿布都拉'],
    ['', null],
    [' \u200b ', null],
  ])('of %j is kept as %j', (typed, name) => {
    expect(checkChineseName(typed)).toEqual({ ok: true, name });
  });

  it.each(Array.from('.·•・‧．。･｡∙⋅'))('has one dot between its parts, typed with %s', (dot) => {
    expect(checkChineseName(`阿卜杜${dot}热合曼`)).toEqual({ ok: true, name: '阿卜杜·热合曼' });
    expect(checkChineseName(`阿 ${dot} 买${dot}力`)).toEqual({ ok: true, name: '阿·买·力' });
    const long = `${'阿'.repeat(9)}${dot}${'买'.repeat(10)}`;
    expect(checkChineseName(long)).toEqual({ ok: true, name: `${'阿'.repeat(9)}·${'买'.repeat(10)}` });
    expect(checkChineseName(`${long}力`)).toEqual({ ok: false, code: 'NAME_ZH_LENGTH' });
  });

  it.each([
    ['王', 'NAME_ZH_LENGTH'],
    ['王'.repeat(11), 'NAME_ZH_LENGTH'],
    ['王·'.repeat(40_000), 'NAME_ZH_LENGTH'],
    ['WANG XIAOMING', 'NAME_ZH_CHARACTERS'],
    ['王xiaoming', 'NAME_ZH_CHARACTERS'],
    ['王小明1', 'NAME_ZH_CHARACTERS'],
    ['王小明😀', 'NAME_ZH_CHARACTERS'],
    ['王小明（男）', 'NAME_ZH_CHARACTERS'],
    ['·王明', 'NAME_ZH_CHARACTERS'],
    ['王明·', 'NAME_ZH_CHARACTERS'],
    ['王··明', 'NAME_ZH_CHARACTERS'],
    ['<b>王明', 'NAME_ZH_CHARACTERS'],
  ])('is refused as %j, and says why', (typed, code) => {
    expect(checkChineseName(typed)).toEqual({ ok: false, code });
  });
});

describe('the name of a minor before who may not open the record', () => {
  it.each([
    ['WANG XIAOMING', 'WANG X***'],
    ['WANG LI', 'WANG L***'],
    [' WANG  XIAO MING ', 'WANG X***'],
    ["O'BRIEN ANNE-MARIE", "O'BRIEN A***"],
    ['VAN DER BERG JAN', 'VAN D***'],
    ['SUHARTO', 'S***'],
    ['王小明', '王**'],
    ['王明', '王**'],
    ['王 小明', '王**'],
    ['阿卜杜拉·买买提', '阿**'],
    ['', ''],
  ])('keeps of %j but %j [3-domain 6.3]', (name, masked) => {
    expect(maskMinorName(name)).toBe(masked);
    expect(isMinorNameMasked(masked)).toBe(masked !== '');
    expect(isMinorNameMasked(name)).toBe(false);
  });

  it('is the same in two fields, and tells no length [3-domain 6.3]', () => {
    const part = fc.stringMatching(/^[A-Z]{2,30}$/);
    fc.assert(
      fc.property(part, fc.option(part, { nil: '' }), part, (lastName, firstName, other) => {
        const fields = maskMinorNames({ lastName, firstName });
        expect(`${fields.lastName} ${fields.firstName}`.trim()).toBe(maskMinorName(`${lastName} ${firstName}`));
        expect(maskMinorName(`${lastName} A${firstName}`)).toBe(maskMinorName(`${lastName} A${other}`));
        expect(maskMinorName(`A${lastName}`)).toBe(maskMinorName(`A${other}`));
      }),
    );
    expect(maskMinorNames({ lastName: '王', firstName: '小明' })).toEqual({ lastName: '王', firstName: '**' });
  });
});
