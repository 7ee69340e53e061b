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
/** A remark in brackets that is nothing but ids. */
const onlyIds = /^(?:[A-Z]+[- ]?\d+(?:\.\d+)?(?:#\d+)?(?:, |; | )?)+$/;
/** A number of a chapter, in the brackets behind a test's title. */
const chapter = /^(?:3-domain:)?([1-9](?:\.\d+)?)(?:#\d+)?$/;

/** Every id that tests, code and pages cite, with a file that does. */
export function citedRules(): Map<string, string> {
  const found = new Map<string, string>();
  const note = (file: string, ids: readonly string[]) => {
    for (const id of ids) found.set(id, found.get(id) ?? file);
  };
  for (const { file, ids } of titles()) note(file, inTitle(ids));
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.sql', '*.md'], { cwd: root, encoding: 'utf8' });
  for (const file of files.trim().split('\n')) if (file !== 'docs/rules.md') note(file, inText(read(file)));
  return found;
}

const matched = (text: string, pattern: RegExp, group = 0) =>
  [...text.matchAll(pattern)].map((match) => match[group] ?? '');

function inTitle(ids: string): string[] {
  // A chapter of the specification's own documents is not one of ours.
  const words = ids.replaceAll(/\b(?:1-portal|2-rules) \S+/g, '').split(/\s+/);
  return [...matched(ids, short), ...words.flatMap((word) => chapter.exec(word)?.[1] ?? [])];
}

function inText(text: string): string[] {
  const remarks = matched(text, /\(([^()\n]*)\)/g, 1).filter((remark) => onlyIds.test(remark));
  return [
    ...matched(text, plain).map((id) => id.replace(' ', '-')),
    ...matched(text, /3-domain (?:section )?(\d+(?:\.\d+)?)/g, 1),
    ...remarks.flatMap((remark) => matched(remark, short)),
  ];
}
