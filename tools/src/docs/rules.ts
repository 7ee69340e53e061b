import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { titles } from '../testing/titles.ts';

const root = new URL('../../../', import.meta.url);
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

/** The rules that the book says no test shows, each with the reason. */
export function withoutTest(): Map<string, string> {
  const [, section = ''] = read('docs/rules.md').split('\n## Without a test\n');
  return new Map([...section.matchAll(/^- ([\w.-]+): (.+)/gm)].map(([, id = '', reason = '']) => [id, reason]));
}

/** Ids that mean nothing else wherever they are, and those that are letters and a number like many things. */
const plain = /\b(?:R-\d{2,}|S-\d+|PIPL[- ]\d+)\b/g;
const short = /\b[CFITQ](?:0|[1-9]\d?)\b/g;
/** A remark in brackets that is nothing but ids. */
const onlyIds = /^(?:[A-Z]+[- ]?\d+(?:\.\d+)?(?:#\d+)?(?:, |; | )?)+$/;
/** The pages that list the rules: what they say cites none. */
const theBook = new Set(['docs/rules.md', 'docs/rules-index.md']);
/** A number of a chapter, in the brackets behind a test's title. */
const chapter = /^(?:3-domain:)?([1-9](?:\.\d+)?)(?:#\d+)?$/;

/** What a file does with the rules it cites: decides by them, proves them, or only speaks of them. */
type Role = 'decides' | 'proves' | 'mentions';

/** A rule's id in a file. */
export type Citation = { id: string; file: string; role: Role };

function roleOf(file: string): Role {
  if (/\.test(?:ing)?\.tsx?$|^(?:e2e|bench)\/|^server\/src\/testing\//.test(file)) return 'proves';
  return /^(?:contract|ui|portal|console|server|sandbox)\/|^docs\/decisions\//.test(file) ? 'decides' : 'mentions';
}

/** Every id that tests, code and pages cite, once for each file that does. Generated pages and the book itself do not count. */
export function citations(): Citation[] {
  const found = new Map<string, Citation>();
  const note = (file: string, ids: readonly string[]) => {
    for (const id of ids) found.set(`${id} ${file}`, { id, file, role: roleOf(file) });
  };
  for (const { file, ids } of titles()) note(file, inTitle(ids));
  const files = execFileSync('git', ['ls-files', '*.ts', '*.tsx', '*.sql', '*.md'], { cwd: root, encoding: 'utf8' });
  for (const file of files.trim().split('\n')) if (!theBook.has(file)) note(file, inText(read(file)));
  return [...found.values()];
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
