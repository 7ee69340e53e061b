import { join } from 'node:path';
import { missingGlyphs, withMarksForMissing } from './glyphs.ts';
import { letterView, type LetterData, type LetterLanguage } from './letter-view.ts';
import { typesetPdf } from './typeset.ts';

/** What to do about a character no font of ours has: stop (tests, staff previews), or print the geta mark in its place. */
export type MissingGlyphs = 'refuse' | 'mark';

const template = join(import.meta.dirname, 'letter-template.typ');

/**
 * The confirmation letter as a PDF: A4, tagged as PDF/UA-1, no links, no scripts; the same data always gives the same bytes.
 *
 * Takes the letter's data and language, what to do about characters the fonts lack, and whose letters wait for each other. Throws an Error
 * that names the characters with `'refuse'`; refuses 503 BUSY when too many letters are waiting, of all or of one.
 */
export async function renderLetter(
  data: LetterData,
  language: LetterLanguage,
  missing: MissingGlyphs = 'refuse',
  whose = '',
): Promise<Buffer> {
  const json = JSON.stringify(letterView(data, language), drawable(missing));
  return await typesetPdf(template, { letter: json }, whose);
}

/** A JSON replacer that lets only characters through that can be drawn. The QR code's alternative text is not drawn. */
function drawable(missing: MissingGlyphs) {
  return (_key: string, value: unknown): unknown => {
    if (typeof value !== 'string') return value;
    if (missing === 'mark') return withMarksForMissing(value);
    const lacking = missingGlyphs(value);
    if (lacking.length > 0) throw new Error(`The letter's fonts cannot draw ${lacking.join(' ')} in "${value}".`);
    return value;
  };
}
