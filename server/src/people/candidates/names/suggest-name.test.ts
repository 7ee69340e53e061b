import { describe, expect, it } from 'vitest';
import { suggestName } from './suggest-name.ts';

describe('the pinyin suggestion for a name in characters', () => {
  it.each([
    ['单田芳', 'SHAN', 'TIANFANG'],
    ['仇英', 'QIU', 'YING'],
    ['解晓东', 'XIE', 'XIAODONG'],
    ['查良镛', 'ZHA', 'LIANGYONG'],
    ['曾国藩', 'ZENG', 'GUOFAN'],
    ['区小妹', 'OU', 'XIAOMEI'],
    ['盖叫天', 'GE', 'JIAOTIAN'],
    ['尉迟恭', 'YUCHI', 'GONG'],
    ['万俟卨', 'MOQI', 'XIE'],
  ])('reads the surname of %s as a surname [1.5]', async (name, lastName, firstName) => {
    const suggestion = await suggestName(name);
    expect(suggestion).toEqual({ lastName, firstName });
  });

  it('writes a compound surname and a given name as one word each [1.5]', async () => {
    const suggestion = await suggestName('欧阳 文亮');
    expect(suggestion).toEqual({ lastName: 'OUYANG', firstName: 'WENLIANG' });
  });

  it('keeps a given name where a compound surname would use up the whole name', async () => {
    const suggestion = await suggestName('司马');
    expect(suggestion).toEqual({ lastName: 'SI', firstName: 'MA' });
  });

  it.each([
    ['吕布', 'LYU', 'BU'],
    ['王女绿', 'WANG', 'NYULYU'],
    ['徐居', 'XU', 'JU'],
  ])('writes the vowel of %s as passports do [1.5]', async (name, lastName, firstName) => {
    const suggestion = await suggestName(name);
    expect(suggestion).toEqual({ lastName, firstName });
  });

  it.each([
    ['WANG XIAOMING'],
    ['王'],
    ['王 Ming'],
    ['一二三四五六七八九十百'],
    ['买买提·艾力'],
    ['买买提.艾力'],
    ['买买提・艾力'],
    ['曾𠮷'],
    ['王𫝀明'],
  ])('has nothing to suggest for %s [1.5]', async (name) => {
    await expect(suggestName(name)).rejects.toMatchObject({ code: 'FIELDS', fields: { name: 'NAME_CHARACTERS' } });
  });
});
