import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { type Expression, parseSync, Visitor } from 'oxc-parser';
import { check } from 'recheck';
import { describe, expect, it } from 'vitest';

const root = new URL('../../../', import.meta.url);
const rooms = ['contract', 'server', 'ui', 'portal', 'console', 'sandbox'].map((room) => `${room}/src`);

/** What runs in the product: neither tests nor what only they use. */
function productFiles(): string[] {
  const files = execFileSync('git', ['ls-files', ...rooms], { cwd: root, encoding: 'utf8' })
    .trim()
    .split('\n');
  return files.filter((file) => /\.tsx?$/.test(file) && !/\.test\.|\.testing\.|\/testing\//.test(file));
}

type Pattern = { source: string; flags: string };

/** The patterns that a file writes down, and how often it puts one together while it runs. */
function patternsIn(text: string, file = 'a.ts'): { patterns: Pattern[]; made: number } {
  const found = { patterns: [] as Pattern[], made: 0 };
  const makes = (callee: Expression) => callee.type === 'Identifier' && callee.name === 'RegExp';
  new Visitor({
    Literal: (node) => {
      if ('regex' in node) found.patterns.push({ source: node.regex.pattern, flags: node.regex.flags });
    },
    NewExpression: (node) => void (found.made += makes(node.callee) ? 1 : 0),
    CallExpression: (node) => void (found.made += makes(node.callee) ? 1 : 0),
  }).visit(parseSync(file, text).program);
  return found;
}

/** A pattern that repeats nothing without end looks at each place a bounded number of times. */
const repeats = ({ source }: Pattern) => /[*+]|\{\d+,\d*\}/.test(source);

/** Every run draws the same texts, and fewer than by default: they find all that the defaults find, in half the time. */
const search = {
  timeout: null,
  // Counted in steps alone: a slow machine finds the same.
  seedingTimeout: null,
  incubationTimeout: null,
  attackTimeout: null,
  randomSeed: 1,
  maxIteration: 5,
  maxGenerationSize: 30,
  maxGeneStringSize: 1200,
  maxInitialGenerationSize: 200,
  incubationLimit: 8000,
} as const;

/** @returns how the steps of a pattern grow with the text where that is faster than the text; null where it is not. */
async function growthOf({ source, flags }: Pattern): Promise<string | null> {
  const found = await check(source, flags, search);
  if (found.status === 'safe') return null;
  return found.status === 'vulnerable' ? found.complexity.summary : `cannot be judged (${found.error.kind})`;
}

/** Files that put a pattern together while they run, how often, and why it is linear all the same. */
const putTogether: Record<string, { times: number; because: string }> = {
  'contract/src/rules/names.ts': { times: 1, because: 'one syllable of six letters at most, without repeats' },
  'contract/src/rules/writing.ts': { times: 1, because: 'one character, or a picture and the joiner behind it' },
  'server/src/platform/http.ts': { times: 1, because: 'our own routes, each part up to the next slash' },
  'server/src/platform/person-name.ts': { times: 1, because: 'one class of signs' },
};

describe('what a stranger writes', () => {
  it('meets only patterns whose steps grow no faster than the text', async () => {
    const places = new Map<string, { pattern: Pattern; files: Set<string> }>();
    for (const file of productFiles()) {
      for (const pattern of patternsIn(readFileSync(new URL(file, root), 'utf8'), file).patterns.filter(repeats)) {
        const key = `/${pattern.source}/${pattern.flags}`;
        const place = places.get(key) ?? { pattern, files: new Set() };
        places.set(key, { ...place, files: place.files.add(file) });
      }
    }

    const waiting = [...places];
    const found: string[] = [];
    const look = async () => {
      for (let next = waiting.shift(); next; next = waiting.shift()) {
        const [key, { pattern, files }] = next;
        const growth = await growthOf(pattern);
        if (growth !== null) found.push(`${[...files].join(', ')}: ${key} is ${growth}`);
      }
    };
    await Promise.all([look(), look()]);

    expect(places.size).toBeGreaterThan(150);
    expect(found.toSorted()).toEqual([]);
  });

  it('meets no pattern in a browser that looks behind: older ones refuse the whole script', () => {
    const behind = productFiles()
      .filter((file) => /^(?:contract|ui|portal|console)\//.test(file))
      .filter((file) =>
        patternsIn(readFileSync(new URL(file, root), 'utf8'), file).patterns.some(({ source }) =>
          /\(\?<[!=]/.test(source),
        ),
      );

    expect(behind).toEqual([]);
  });

  it('meets no pattern that is put together while it runs but those that were looked at', () => {
    const made = productFiles().flatMap((file) => {
      const times = patternsIn(readFileSync(new URL(file, root), 'utf8'), file).made;
      return times > 0 ? [[file, times] as const] : [];
    });

    expect(Object.fromEntries(made)).toEqual(
      Object.fromEntries(Object.entries(putTogether).map(([file, { times }]) => [file, times])),
    );
  });

  it('would be found out if it met one that is not', async () => {
    const { patterns, made } = patternsIn(`const a = /^(?:AN|A|NA|N)+$/u.test(b); new RegExp(c); RegExp(d);`);

    expect(patterns).toEqual([{ source: '^(?:AN|A|NA|N)+$', flags: 'u' }]);
    expect(made).toBe(2);
    expect(await growthOf(patterns[0] ?? { source: '', flags: '' })).toBe('exponential');
    expect(await growthOf({ source: '\\s+$', flags: '' })).toBe('2nd degree polynomial');
  });
});
