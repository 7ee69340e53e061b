import { expect, it } from 'vitest';
import { fontCoverage, missingGlyphs, plainText, withMarksForMissing } from './glyphs.ts';

it('covers the same Latin letters in both weights, so that bold never falls back', () => {
  expect(fontCoverage('source-sans-3-700.ttf')).toEqual(fontCoverage('source-sans-3-400.ttf'));
});

it('knows which characters the fonts hold', () => {
  expect(missingGlyphs('WANG 王小明，2026–11 “Jing’an” （302 室）…')).toEqual([]);
  expect(missingGlyphs('䶮路𬍛😀䶮')).toEqual(['䶮', '𬍛', '😀']);
});

it('marks each missing character once and leaves the others', () => {
  expect(withMarksForMissing('𬍛路䶮')).toBe('〓路〓');
});

it('composes letters and keeps only line ends of all controls', () => {
  expect(plainText(' e\u0301\u200D\r\n\u202Ex\tz\uFE0F ')).toBe('é\nx z');
});
