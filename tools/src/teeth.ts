import { spawn } from 'node:child_process';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { decisive, type Decisive } from './teeth/decisive.ts';
import { drawn } from './teeth/drawn.ts';
import { type Fault, faults } from './teeth/faults.ts';
import { tryMutants } from './teeth/mutants-of-file.ts';
import { hook, plantedIn } from './teeth/plugin.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What goes round and round is a fault that nobody would miss. */
const longestMs = 10 * 60_000;

type Planted = Pick<Fault, 'name' | 'changes' | 'environment'>;

/** Runs tests with a fault in the sources. @returns what was red; null where nothing was. */
async function redUnder({ name, changes, environment }: Planted, args: readonly string[]) {
  const planted = { ...process.env, ...plantedIn({ name, changes }), NODE_OPTIONS: hook };
  const child = spawn(join(root, 'node_modules/.bin/vitest'), ['run', ...args, '--reporter=dot'], {
    cwd: root,
    env: { ...planted, ...environment },
    // A group of its own, so that a worker that never ends is ended with it.
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let told = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (told += String(chunk)));
  let isEndless = false;
  const limit = setTimeout(() => {
    isEndless = true;
    process.kill(-(child.pid ?? 0), 'SIGKILL');
  }, longestMs);
  const status = await new Promise((resolve) => child.once('close', resolve));
  clearTimeout(limit);
  if (isEndless) return 'never ended';
  // Deadlocks are counted when a file's database is dropped, after its tests.
  const red = /Tests\D+\d+ failed|PostgreSQL counted \d+ deadlocks?|Test Files\D+\d+ failed/.exec(
    stripVTControlCharacters(told),
  );
  return status === 0 ? null : (red?.[0] ?? null);
}

/** The faults whose names hold every word, one after the other. @returns how many were caught, and how many not. */
async function tryFaults(words: readonly string[]): Promise<[number, number]> {
  let survived = 0;
  const chosen = [...faults, ...drawn].filter(({ name }) => words.every((word) => name.includes(word)));
  for (const { tests, titles, ...fault } of chosen) {
    const red = await redUnder(fault, [...tests.split(' '), ...(titles === undefined ? [] : ['-t', titles])]);
    if (red === null) survived += 1;
    console.log(`${red === null ? 'SURVIVED' : 'caught  '} ${fault.name} (${red ?? 'nothing red'})`);
  }
  return [chosen.length - survived, survived];
}

/** Mutants of one file; each that was not caught is said. @returns how many were caught, and how many not. */
async function sayMutants(decided: Decisive, most: number): Promise<[number, number]> {
  const { file } = decided;
  const { tried, survived } = await tryMutants(decided, most);
  for (const { line, right, wrong } of survived)
    console.log(`SURVIVED ${file}:${line} ${JSON.stringify(right)} became ${JSON.stringify(wrong)}`);
  console.log(`${file}: ${tried} mutants, ${tried - survived.length} killed`);
  return [tried - survived.length, survived.length];
}

/**
 * `npm run teeth` plants one fault after the other; tests that stay green under one are a defect. Words choose faults by their names.
 * `npm run teeth -- --mutants` changes the files that decide, one operator, constant, guard or condition at a time; words choose files by
 * their paths, `--most=20` tries that many of each.
 */
async function main(): Promise<void> {
  const options = { mutants: { type: 'boolean', default: false }, most: { type: 'string', default: '1000' } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const sum: [number, number] = values.mutants ? [0, 0] : await tryFaults(positionals);
  const files = decisive.filter(({ file }) => positionals.every((word) => file.includes(word)));
  for (const each of values.mutants ? files : []) {
    const [caught, survived] = await sayMutants(each, Number(values.most));
    sum[0] += caught;
    sum[1] += survived;
  }
  if (sum[1] > 0) process.exitCode = 1;
  console.log(`${sum[0]} passed, ${sum[1]} failed`);
}

await main();
