import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { titles } from './test-titles.ts';

const root = new URL('../../', import.meta.url);
const read = (path: string) => readFileSync(new URL(path, root), 'utf8');

/** The ids of docs/rules.md with what each says. */
export function bookOfRules(): Map<string, string> {
  return new Map(
    [...read('docs/rules.md').matchAll(/^\| ((?:\w+-?)?[\d.]+) \| (.+) \|$/gm)].map(([, id = '', text = '']) => [
      id,
      text,
    ]),
  );
}

/** Ids that mean nothing else wherever they stand, and those that are letters and a number like many things. */
const plain = /\b(?:R-\d{2}|S-\d{1,2}|PIPL[- ]\d+)\b/g;
const short = /\b[CFITQ](?:0|[1-9]\d?)\b/g;
/** A number of a chapter, in the brackets behind a test's title. */
const chapter = /^(?:3-domain:)?([1-9](?:\.\d+)?)(?:#\d+)?$/;

/** Every id that tests, code and pages cite, with a file that does. */
export function citedRules(): Map<string, string> {
  const found = new Map<string, string>();
  const note = (id: string, file: string) => found.set(id.replace('PIPL ', 'PIPL-'), found.get(id) ?? file);
  for (const { file, ids } of titles()) {
    for (const [id] of ids.matchAll(short)) note(id, file);
    // A chapter of the specification's own documents is not one of ours.
    for (const word of ids.replaceAll(/\b(?:1-portal|2-rules) \S+/g, '').split(/\s+/)) {
      const [, number] = chapter.exec(word) ?? [];
      if (number !== undefined) note(number, file);
    }
  }
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.sql', '*.md'], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n');
  for (const file of files.filter((each) => each !== 'docs/rules.md')) {
    const text = read(file);
    for (const [id] of text.matchAll(plain)) note(id, file);
    for (const [, number = ''] of text.matchAll(/3-domain (?:section )?(\d+(?:\.\d+)?)/g)) note(number, file);
    for (const [remark] of text.matchAll(/\(([^()\n]*)\)/g))
      if (/^\((?:[A-Z]+[- ]?\d+(?:\.\d+)?(?:#\d+)?(?:, |; | )?)+\)$/.test(remark))
        for (const [id] of remark.matchAll(short)) note(id, file);
  }
  return found;
}
