import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';

const root = new URL('../../../', import.meta.url);

/** `[R-01 call:… field:Order.*]` at the end of a test's title. */
const titlePattern = /\bit(?:\.each(?:<[\s\S]*?>)?\([\s\S]*?\))?\(\s*(['"`])((?:(?!\1)[\s\S])*?)\s*\[([^\]]+)\]\1/g;

/** A test that says what it proves: its title without the ids, and the ids as written, with spaces between. */
export type Title = { file: string; title: string; ids: string };

/** The titles with ids of every test file under version control, in the order of the files. */
export function titles(): Title[] {
  const files = execFileSync('git', ['ls-files', '*.test.ts', '*.test.tsx'], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n');
  return files.filter(Boolean).flatMap((file) => titlesIn(file, readFileSync(new URL(file, root), 'utf8')));
}

/** The titles with ids in the text of one test file. */
export function titlesIn(file: string, text: string): Title[] {
  return [...text.matchAll(titlePattern)].map((match) => ({ file, title: match[2] ?? '', ids: match[3] ?? '' }));
}
