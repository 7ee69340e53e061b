import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { declaredOf, formCodes, formPurposes, forms } from '@exam/contract/forms';
import { describe, expect, it } from 'vitest';
import { activities } from '#platform/columns/activities';
import { columnsOf } from '#platform/columns/index';

const page = readFileSync(join(import.meta.dirname, '../../../docs/impact-assessment.md'), 'utf8');
const parts = ['For what', 'Why no less', 'Risk', 'Against it', 'Kept'];

const assessed = Object.entries<Readonly<Record<string, readonly string[]>>>(activities).flatMap(([activity, tables]) =>
  Object.entries(tables).flatMap(([table, columns]) =>
    columns.map((column) => ({ activity, name: `${table}.${column}` })),
  ),
);
/** What the page says of each activity, by its tag. */
const sections = new Map(
  page
    .split(/^### /m)
    .slice(1)
    .map((text) => [/^`(\w+)`/.exec(text)?.[1] ?? '', text.split(/^## /m)[0] ?? '']),
);

describe('the impact assessment', () => {
  it('knows for what every column of people is kept, each once; one that is new and without an activity is found [PIPL-55]', () => {
    const names = assessed.map(({ name }) => name);
    const ofPeople = columnsOf('personal', 'sensitive', 'secret').map(({ table, column }) => `${table}.${column}`);

    expect(ofPeople.filter((name) => !names.includes(name))).toEqual([]);
    expect(names.filter((name) => !ofPeople.includes(name))).toEqual([]);
    expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
  });

  it('says of every activity for what, why no less, what may go wrong, what is done and how long; and of no other [PIPL-55 PIPL-56]', () => {
    const missing = Object.keys(activities).flatMap((activity) =>
      parts.filter((part) => !sections.get(activity)?.includes(`**${part}.**`)).map((part) => `${activity}: ${part}`),
    );

    expect(missing).toEqual([]);
    expect([...sections.keys()].toSorted()).toEqual(Object.keys(activities).toSorted());
  });

  it('says when it is looked at again, how long it is kept, and that counsel must confirm it [PIPL-56]', () => {
    expect(page).toMatch(/\*\*Next review:\*\* \d+ \w+ 20\d\d/);
    expect(page).toContain('for three years');
    expect(page).toContain('Counsel must confirm');
  });
});

describe('a field of a registration form', () => {
  const declared = new Map<string, { purpose: string }>(Object.entries(declaredOf));
  const asked = formCodes.flatMap((code) => {
    const { fields, earlier = [] }: { fields: object; earlier?: readonly object[] } = forms[code];
    return [fields, ...earlier].flatMap((each) => Object.keys(each).map((name) => `${code}.${name}`));
  });

  it('declares for what it is asked and what it tells, in every form and version; nothing is declared that is asked nowhere [PIPL-6]', () => {
    const names = asked.map((each) => each.split('.')[1] ?? '');

    expect(asked.length).toBeGreaterThan(40);
    expect(asked.filter((each) => !declared.has(each.split('.')[1] ?? ''))).toEqual([]);
    expect([...declared.keys()].filter((name) => !names.includes(name))).toEqual([]);
  });

  it('is asked for a purpose that the assessment explains [PIPL-6 PIPL-56]', () => {
    const used = new Set([...declared.values()].map(({ purpose }) => purpose));

    expect(formPurposes.filter((purpose) => !page.includes(`| \`${purpose}\` | `))).toEqual([]);
    expect(formPurposes.filter((purpose) => !used.has(purpose))).toEqual([]);
  });
});
