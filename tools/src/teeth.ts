import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs, stripVTControlCharacters } from 'node:util';
import { mutantsOf } from './mutants.ts';
import { decisive, type Decisive } from './teeth-decisive.ts';
import { type Fault, faults } from './teeth-faults.ts';
import { plantedIn } from './teeth-plugin.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** Processes that tests start have the fault too. */
const hook = new URL('teeth-hook.ts', import.meta.url).href;

/** What goes round and round is a fault that nobody would miss. */
const longestMs = 10 * 60_000;

type Planted = Pick<Fault, 'name' | 'changes' | 'environment'>;

/** Runs tests with a fault in the sources. @returns what was red; null where nothing was. */
async function redUnder({ name, changes, environment }: Planted, args: readonly string[], ms = longestMs) {
  const planted = { ...process.env, ...plantedIn({ name, changes }), NODE_OPTIONS: `--import=${hook}` };
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
  }, ms);
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
  const chosen = faults.filter(({ name }) => words.every((word) => name.includes(word)));
  for (const { tests, titles, ...fault } of chosen) {
    const red = await redUnder(fault, [tests, '-t', titles]);
    if (red === null) survived += 1;
    console.log(`${red === null ? 'SURVIVED' : 'caught  '} ${fault.name} (${red ?? 'nothing red'})`);
  }
  return [chosen.length - survived, survived];
}

/** At most so many of a list, from its beginning to its end. */
function some<T>(list: readonly T[], most: number): T[] {
  const step = Math.max(1, list.length / most);
  return Array.from({ length: Math.min(most, list.length) }, (_, at) => list[Math.floor(at * step)]).filter(
    (each) => each !== undefined,
  );
}

/** Mutants of one file. @returns how many were caught, and how many not; each that was not is said. */
async function tryMutants({ file, project, tests }: Decisive, most: number): Promise<[number, number]> {
  const all = mutantsOf(file, readFileSync(join(root, file), 'utf8'));
  const tried = some(all, most);
  let survived = 0;
  for (const { line, start, right, wrong } of tried) {
    const fault = { name: `mutant ${file} ${start} ${wrong}`, changes: [{ file, right, wrong, at: start }] };
    let red: string | null = null;
    for (const test of tests) red ??= await redUnder(fault, ['--project', project, '--bail=1', test], 120_000);
    if (red !== null) continue;
    survived += 1;
    console.log(`SURVIVED ${file}:${line} ${JSON.stringify(right)} became ${JSON.stringify(wrong)}`);
  }
  console.log(`${file}: ${tried.length} of ${all.length} mutants tried, ${tried.length - survived} killed`);
  return [tried.length - survived, survived];
}

/**
 * `npm run teeth` plants one fault after the other; tests that stay green under one are a defect. Words choose faults by their names.
 * `npm run teeth -- --mutants` changes the files that decide, one operator, constant, guard or condition at a time; words choose files by
 * their paths, `--most=20` tries so many of each.
 */
async function main(): Promise<void> {
  const options = { mutants: { type: 'boolean', default: false }, most: { type: 'string', default: '1000' } } as const;
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const sum: [number, number] = values.mutants ? [0, 0] : await tryFaults(positionals);
  const files = decisive.filter(({ file }) => positionals.every((word) => file.includes(word)));
  for (const each of values.mutants ? files : []) {
    const [caught, survived] = await tryMutants(each, Number(values.most));
    sum[0] += caught;
    sum[1] += survived;
  }
  if (sum[1] > 0) process.exitCode = 1;
  console.log(`${sum[0]} passed, ${sum[1]} failed`);
}

await main();
