import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = new URL('../../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

/** The lines of docs/promises.md: a statement, and how it was tried. */
const lines = read('docs/promises.md')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| ---') && !line.startsWith('| statement'))
  .map((line) => line.slice(2, -2).split(' | '));

/** Whether a test, or a group of tests, of this file has this title; ids may follow in brackets. */
function hasTitle(file: string, title: string): boolean {
  return [...read(file).matchAll(/(['"`])((?:(?!\1)[^\n])+)\1/g)].some(
    ([, , text = '']) => text.replace(/ \[[^\]]+\]$/, '') === title,
  );
}

/** Why a line's "how" does not hold; null where it does. */
function lacking(how: string, files: ReadonlySet<string>): string | null {
  const [, file = '', title = ''] = /^`([^`]+\.test\.tsx?)`: (.+)$/.exec(how) ?? [];
  if (file === '')
    return /^(?:by hand, \d{1,2} [A-Z][a-z]+ \d{4}|not tried): .{10,}/.test(how) ? null : `does not say how: ${how}`;
  if (!files.has(file)) return `no such file: ${file}`;
  return hasTitle(file, title.replaceAll('&#124;', '|')) ? null : `no such test: ${how}`;
}

it('every statement of the specification says how it was tried, and each test that is named is there', () => {
  const files = new Set(execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8' }).split('\n'));

  expect(lines.length).toBeGreaterThan(385);
  expect(lines.filter((line) => line.length !== 2)).toEqual([]);
  expect(lines.map(([, how = '']) => lacking(how, files)).filter((wrong) => wrong !== null)).toEqual([]);
});

/** What a page of the portal says in English; a sentence goes on across the lines of the source. */
const wordsOf = (page: string) => read(`portal/src/messages/en/${page}.ts`);

/** The promises of the privacy pages: page, section and the words of the page. */
const promised = lines.flatMap(([statement = '']) => {
  const [, page, section, words] = /^`([\w-]+)#([\w-]+)`: “(.+)”$/.exec(statement) ?? [];
  return page && section && words ? [{ page, section, words }] : [];
});

it('every section of the privacy pages has its promises among them, in the words that the page uses now', () => {
  const pages = ['help-privacy', 'help-children', 'help-protection'];
  const sections = pages.flatMap((page) =>
    [...wordsOf(page).matchAll(/^ {4}id: '([\w-]+)',$/gm)].map(([, id]) => `${page}#${id}`),
  );
  const named = new Set(promised.map(({ page, section }) => `${page}#${section}`));

  expect(sections.length).toBeGreaterThan(20);
  expect(sections.filter((section) => !named.has(section))).toEqual([]);
  expect(promised.filter(({ page, words }) => !wordsOf(page).includes(words))).toEqual([]);
});
