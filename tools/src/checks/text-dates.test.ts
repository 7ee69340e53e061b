import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { textDates } from './text-dates.ts';

const languages = ['en', 'zh'];
const sourceOf = (page: string, language: string) =>
  readFileSync(new URL(`../../../portal/src/messages/${language}/${page}.ts`, import.meta.url), 'utf8');

/** The text of a page in both languages without its dates, whatever the layout of the source. */
function hashOf(page: string): string {
  const text = languages.map((language) =>
    sourceOf(page, language)
      .replace(/^ {2}version: .*$/m, '')
      .replace(/^ {2}versions: \{$[\s\S]*?^ {2}\},$/m, '')
      .replaceAll(/^import .*$/gm, '')
      .replaceAll(/\s+/g, ''),
  );
  return createHash('sha256').update(text.join('\n')).digest('hex').slice(0, 16);
}

it.each(Object.keys(textDates))('the text of %s has the date of its last change', (page) => {
  const dates = Object.keys(textDates[page] ?? {});
  const shown = languages.map((language) => /^ {2}version: '([\d-]+)',$/m.exec(sourceOf(page, language))?.[1]);
  const last = dates.at(-1) ?? '';

  expect(dates).toEqual(dates.toSorted());
  expect(shown).toEqual([last, last]);
  // Another text: give the page a new date in both languages, and that date a line in text-dates.ts with this hash.
  expect({ [last]: hashOf(page) }).toEqual({ [last]: textDates[page]?.[last] });
});
