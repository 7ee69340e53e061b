import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { migrationsFolder } from '#platform/database/migrate';

/** Before this number nobody used the product while a migration ran. */
const firstBesideTraffic = 61;

/** What stops everybody, or the version before, when a table is in use; by what to do instead (docs/decisions/0033). */
const rules: readonly { instead: string; pattern: RegExp }[] = [
  { instead: 'a new column, filled in batches', pattern: /\balter\s+(column\s+)?\w+\s+(set\s+data\s+)?type\b/ },
  {
    instead: 'concurrently, in a file outside a transaction',
    pattern: /^create\s+(unique\s+)?index\s+(?!concurrently)/,
  },
  {
    instead: 'a column without a default, filled in batches',
    pattern: /\badd\s+column\b.*\bdefault\s+(gen_random_uuid|uuidv7|clock_timestamp|random|nextval)\b/,
  },
  {
    instead: 'a column that may be null, or has a default',
    pattern: /\badd\s+column\b(?!.*\bdefault\b).*\bnot\s+null\b/,
  },
  { instead: 'a check that is not valid, validated by a later file', pattern: /\bset\s+not\s+null\b/ },
  {
    instead: 'not valid, validated by a later file',
    pattern: /\badd\s+(constraint\s+\w+\s+)?(check|foreign\s+key)\b(?!.*\bnot\s+valid\b)/,
  },
  {
    instead: 'an index made concurrently, then "using index"',
    pattern: /\badd\s+(constraint\s+\w+\s+)?(unique|primary\s+key)\b(?!.*\busing\s+index\b)/,
  },
  { instead: 'batches', pattern: /^(update\s+\w+\s+(\w+\s+)?set|delete\s+from)\b(?!.*\bwhere\b)/ },
  {
    instead: 'a line "-- contract: unused since <number>" where the version before no longer needs it',
    pattern: /\b(drop\s+(column|table)|rename)\b/,
  },
  { instead: 'nothing: it holds the whole table', pattern: /^(cluster|vacuum\s+full|lock\s+table)\b/ },
];

/** The version before names every column that was in use when it was built (docs/decisions/0046): a migration that stops naming one has to be in an earlier file. */
function isUnused(drop: string, since: string): boolean {
  const [, table, column] = /^alter table (?:only )?(\w+) drop column (?:if exists )?(\w+)/.exec(drop) ?? [];
  return column === undefined || new RegExp(`comment on column ${table}\\.${column} is 'unused';`).test(since);
}

/** What is wrong with a migration, one line each. Tables that it makes itself nobody uses yet. @param fileOf the text of another one, by its number. */
function problemsOf(text: string, fileOf: (number: string) => string): string[] {
  const since = /^-- contract: unused since (\d{4})$/m.exec(text)?.[1];
  const isContract = since !== undefined;
  const before = isContract ? fileOf(since) : '';
  const statements = text
    .toLowerCase()
    .replace(/--.*$/gm, '')
    .split(';')
    .map((statement) => statement.replace(/\s+/g, ' ').trim());
  const own = new Set(statements.flatMap((each) => /^create table (?:if not exists )?(\w+)/.exec(each)?.[1] ?? []));
  return statements
    .filter((each) => !own.has(/\b(?:alter table (?:only )?|on |update |delete from )(\w+)/.exec(each)?.[1] ?? ''))
    .flatMap((each) => [
      ...(isContract && !isUnused(each, before)
        ? [`${each.slice(0, 60)}: instead a comment 'unused' on that column in ${since}`]
        : []),
      ...rules
        .filter(({ pattern, instead }) => pattern.test(each) && !(isContract && instead.includes('-- contract')))
        .map(({ instead }) => `${each.slice(0, 60)}: instead ${instead}`),
    ]);
}

describe('a migration beside traffic', () => {
  const all = readdirSync(migrationsFolder);
  const later = all.filter((name) => Number(name.slice(0, 4)) >= firstBesideTraffic);
  const fileOf = (number: string): string => {
    const name = all.find((each) => each.startsWith(number));
    return name === undefined ? '' : readFileSync(join(migrationsFolder, name), 'utf8');
  };
  const marked = (number: string): string => (number === '0060' ? "comment on column payment.note is 'unused';" : '');

  it('rewrites no table, holds none for long and takes nothing from the version before [F11]', () => {
    const problems = later.flatMap((name) =>
      problemsOf(readFileSync(join(migrationsFolder, name), 'utf8'), fileOf).map((line) => `${name}: ${line}`),
    );

    expect(problems).toEqual([]);
  });

  it.each([
    'alter table exam_order alter column amount type bigint;',
    'create index exam_order_day on exam_order (created_at);',
    'alter table payment add column key uuid default gen_random_uuid();',
    'alter table payment add column note text not null;',
    'alter table payment alter column note set not null;',
    'alter table payment add constraint note_short check (length(note) < 9);',
    'alter table payment add constraint note_once unique (note);',
    `update payment set note = '';`,
    'alter table payment drop column note;',
    'alter table payment rename column note to remark;',
    'lock table payment;',
    '-- contract: unused since 0060\nalter table payment drop column remark;',
    '-- contract: unused since 0059\nalter table payment drop column note;',
  ])('is refused: %s', (text) => {
    expect(problemsOf(text, marked)).toHaveLength(1);
  });

  it.each([
    'create table note (id uuid not null); create index note_id on note (id); alter table note add unique (id);',
    'alter table payment add column note text;',
    `alter table payment add column kind text not null default 'x';`,
    'create index concurrently payment_note on payment (note);',
    'alter table payment add constraint note_short check (length(note) < 9) not valid;',
    '-- contract: unused since 0060\nalter table payment drop column note;',
  ])('may do: %s', (text) => {
    expect(problemsOf(text, marked)).toEqual([]);
  });
});
