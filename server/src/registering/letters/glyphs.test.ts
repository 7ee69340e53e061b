import { expect, it } from 'vitest';
import { fontCoverage, missingGlyphs, plainText, withMarksForMissing } from './glyphs.ts';
import { standardBeyondGb2312 } from './standard-characters.testing.ts';

it('covers the same Latin letters in both weights, so that bold never falls back', () => {
  expect(fontCoverage('source-sans-3-700.ttf')).toEqual(fontCoverage('source-sans-3-400.ttf'));
});

/** The 6,763 Chinese characters of GB 2312, both levels: the two-byte range B0A1 to F7FE. */
function gb2312(): string[] {
  const decoder = new TextDecoder('gb2312');
  const rows = Array.from({ length: 0xf7 - 0xb0 + 1 }, (_, row) => 0xb0 + row);
  const cells = Array.from({ length: 0xfe - 0xa1 + 1 }, (_, cell) => 0xa1 + cell);
  return rows
    .flatMap((row) => cells.map((cell) => decoder.decode(Uint8Array.of(row, cell))))
    .filter((character) => /^\p{Script=Han}$/u.test(character));
}

it('holds every character of GB 2312 and of the 8,105 that names are registered with', () => {
  expect(gb2312()).toHaveLength(6763);
  expect(Array.from(standardBeyondGb2312)).toHaveLength(1467);

  expect(missingGlyphs(gb2312().join(''))).toEqual([]);
  expect(missingGlyphs(standardBeyondGb2312)).toEqual([]);
});

it('holds the surnames and given names that were missing, and the dots between the parts of a name', () => {
  expect(missingGlyphs('仉炘邴龑吉𠮷麴钭殳缑郈佴㛃䶮𬍛 阿卜杜拉·买买提')).toEqual([]);
});

it('knows which characters the fonts hold', () => {
  expect(missingGlyphs('WANG 王小明，2026–11 “Jing’an” （302 室）…')).toEqual([]);
  expect(missingGlyphs('𪜀路𫝀😀𪜀')).toEqual(['𪜀', '𫝀', '😀']);
});

it('marks each missing character once and leaves the others', () => {
  expect(withMarksForMissing('𪜀路𫝀')).toBe('〓路〓');
});

it('composes letters and keeps only line ends of all controls', () => {
  expect(plainText(' e\u0301\u200D\r\n\u202Ex\tz\uFE0F ')).toBe('é\nx z');
});
