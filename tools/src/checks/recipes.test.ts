import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

const root = new URL('../../../', import.meta.url);

type Recipe = { name: string; example: string; places: string[] };

/** The recipes of a text: each with the thing that shows it and the places it names, in the order of the text. */
function recipesIn(text: string): Recipe[] {
  return text
    .split(/^## /m)
    .slice(1)
    .map((section) => ({
      name: section.slice(0, section.indexOf('\n')),
      example: /^Shown by: `([^`]+)`$/m.exec(section)?.[1] ?? '',
      places: section
        .split('\n')
        .filter((line) => /^(?:- | {2})/.test(line))
        .flatMap((line) => [...line.matchAll(/`([\w./-]+\/[\w./-]*)`/g)].map(([, place = '']) => place)),
    }));
}

/** The files of the product that name a thing; tests and what is written by hand about it aside. */
function filesNaming(example: string): string[] {
  return execFileSync('git', ['grep', '--untracked', '-lF', example, '--', '*.ts', '*.tsx', '*.sql'], {
    cwd: root,
    encoding: 'utf8',
  })
    .trim()
    .split('\n')
    .filter((file) => !/\.test\.tsx?$/.test(file));
}

const covers = (place: string, file: string) => (place.endsWith('/') ? file.startsWith(place) : file === place);

/** Where the thing is named though the recipe does not say so, and places where it is not. */
function wrongIn({ example, places }: Recipe, files = filesNaming(example)) {
  return {
    forgotten: files.filter((file) => !places.some((place) => covers(place, file))),
    forNothing: places.filter((place) => !files.some((file) => covers(place, file))),
  };
}

const recipes = recipesIn(readFileSync(new URL('docs/recipes.md', root), 'utf8'));

it('there is a recipe for each of the changes that come again and again', () => {
  expect(recipes.map(({ name }) => name)).toEqual([
    'A form',
    'A column about people',
    'A message, and a reminder',
    'A row on Today',
    'An act of staff',
    'A column of a staff list',
    'A payment channel',
    'An exam product',
  ]);
});

it.each(recipes.map((each) => [each.name, each] as const))(
  'the recipe “%s” names every place where its example stands, and no other',
  (_, recipe) => {
    expect(wrongIn(recipe)).toEqual({ forgotten: [], forNothing: [] });
  },
);

it('a recipe that forgets a place, or names one for nothing, is found out', () => {
  const [recipe] = recipesIn('## A form\n\nShown by: `rt1`\n\n- `a/b.ts`: its fields.\n- `c/`: its words.\n');

  expect(recipe && wrongIn(recipe, ['a/b.ts', 'd/e.ts'])).toEqual({ forgotten: ['d/e.ts'], forNothing: ['c/'] });
});
