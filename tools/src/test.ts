import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { findChromium } from './builds/chromium.ts';
import { isRed, lastWords, type Verdict } from './testing/last-words.ts';
import { shortages, thisMachine } from './testing/machine.ts';
import { parked } from './testing/parked.ts';
import { buildPortalWhenChanged } from './builds/portal.ts';
import { comingBack, counted, type Failure, failuresOf, sortFailures } from './testing/second-try.ts';
import type { Report } from './testing/report.ts';
import { runCheck, runTests } from './testing/steps.ts';
import { heavyFiles, phases, type SuiteName, suites } from './testing/suites.ts';

type Check = { name: string; title: string; command: string; args: readonly string[] };

/** In the order of `npm test`: what is quick to fail comes first. Each uses every core it finds. */
const checks: readonly Check[] = [
  { name: 'types', title: 'Types of the Node rooms', command: 'tsc', args: ['-p', 'tsconfig.json'] },
  { name: 'types', title: 'Types of the browser rooms', command: 'tsc', args: ['-p', 'tsconfig.browser.json'] },
  { name: 'lint', title: 'Lint', command: 'oxlint', args: ['--type-aware', '--format=stylish'] },
  { name: 'format', title: 'Format', command: 'oxfmt', args: ['--check', '.'] },
];

/** What the long forms are told: every fault, more ends, every order of events, and cases that no run had before. */
function longForms(): Record<string, string> {
  const seed = String(randomInt(2 ** 31));
  console.log(`Long forms, PROPERTY_SEED=${seed}`);
  return { FAULTS: '3', LONG_FORMS: 'yes', PROPERTY_SEED: seed };
}

async function browserSettings(): Promise<Record<string, string>> {
  await buildPortalWhenChanged((line) => console.log(line));
  const chromium = await findChromium();
  console.log(`Chromium of ${chromium.origin}: ${chromium.path}`);
  return { CHROMIUM_PATH: chromium.path, ...chromium.environment };
}

/** How many files and tests are named at the end of a run, unless all are asked for. */
const slowest = 10;

/** The slowest files and tests of all suites, or with `isAll` every one. */
function sayTimes({ files }: Report, isAll: boolean): void {
  const tests = files.flatMap(({ file, tests: its }) =>
    its.map(({ title, milliseconds }) => ({ name: `${file}: ${title}`, milliseconds })),
  );
  for (const [title, all] of [
    ['files', files.map(({ file, milliseconds }) => ({ name: file, milliseconds }))],
    ['tests', tests],
  ] as const) {
    const sorted = all.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, isAll ? undefined : slowest);
    if (sorted.length === 0) continue;
    console.log(`\n${isAll ? 'All' : `The ${sorted.length} slowest`} ${title}:\n`);
    for (const { name, milliseconds } of sorted) console.log(`${seconds(milliseconds).padStart(7)} s  ${name}`);
  }
}

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1);

/** Types, lint and format. @returns what failed, and a line for each. */
async function runChecks(chosen: readonly Check[]): Promise<{ failed: Failure[]; lines: string[] }> {
  const failed: Failure[] = [];
  const lines: string[] = [];
  for (const { name, title, command, args } of chosen) {
    console.log(`\n${title}`);
    const begun = performance.now();
    const { isRight, said } = await runCheck(command, args);
    if (!isRight) failed.push({ file: null, name: title, error: said });
    const took = seconds(performance.now() - begun);
    console.log(`step: ${name} (${title}), ${took} s`);
    lines.push(`${title}: ${isRight ? 'right' : 'wrong'}, ${took} s`);
  }
  return { failed, lines };
}

type Chosen = { suites: readonly SuiteName[]; filters: readonly string[]; args: readonly string[]; isFull: boolean };

/** Every phase with a suite that was chosen, one after the other. @returns what they found, and a way to try a file of theirs again. */
async function runSuites({ suites: names, filters, args, isFull }: Chosen) {
  const env = {
    ...(names.includes('browser') ? await browserSettings() : {}),
    ...(isFull ? longForms() : {}),
  };
  const reports: Report[] = [];
  for (const phase of phases) {
    const its = phase.filter((name) => names.includes(name) && mayMatch(name, filters));
    if (its.length === 0) continue;
    console.log(`\n${its.map(titleOf).join('; ')}`);
    if (!its.includes('unit')) for (const line of shortages(thisMachine())) console.log(line);
    const begun = performance.now();
    reports.push(await runTests(its, filters, { env, args }));
    console.log(`step: ${its.join(' and ')}, ${seconds(performance.now() - begun)} s`);
  }
  const found: Report = {
    files: reports.flatMap(({ files }) => files),
    outside: reports.flatMap((each) => each.outside),
  };
  const again = async (file: string) => {
    const project = found.files.find((each) => each.file === file)?.project;
    return await runTests(project === undefined ? names : [project], [file], { env, args: ['--maxWorkers=1'] });
  };
  return { found, again };
}

/** Whether a word of the command line can mean a file of the suite: what is heavy is a short list. */
function mayMatch(name: SuiteName, filters: readonly string[]): boolean {
  return (
    name !== 'heavy' || filters.length === 0 || heavyFiles.some((file) => filters.some((word) => file.includes(word)))
  );
}

const titleOf = (name: SuiteName) => suites.find((suite) => suite.name === name)?.title ?? name;

/** Tries again, alone, what failed and may be tried again. @returns what stays red, as it was the second time, and what was unsteady. */
async function judge({ found, again }: Awaited<ReturnType<typeof runSuites>>): Promise<Verdict> {
  const failures = counted(failuresOf(found), parked);
  const sorted = sortFailures(failures, parked);
  const failed = [...sorted.final];
  const unsteady: Failure[] = [];
  for (const file of sorted.again) {
    console.log(`\nOnce more, alone: ${file}`);
    const second = counted(failuresOf(await again(file)), parked);
    failed.push(...second);
    if (second.length === 0) unsteady.push(...failures.filter((failure) => failure.file === file));
  }
  return { failed, unsteady, parked, comingBack: comingBack(found, parked) };
}

/** A suite's time is that of its files together; what was unsteady has passed. */
function lineOf({ name, title }: (typeof suites)[number], { files }: Report, { failed, unsteady }: Verdict): string[] {
  const its = files.filter(({ project }) => project === name);
  if (its.length === 0) return [];
  const ofIts = (failures: readonly Failure[]) => failures.filter(({ file }) => its.some((each) => each.file === file));
  const passed = its.flatMap(({ tests }) => tests).filter(({ state }) => state === 'passed').length;
  const time = its.reduce((sum, { milliseconds }) => sum + milliseconds, 0);
  return [`${title}: ${passed + ofIts(unsteady).length} passed, ${ofIts(failed).length} failed, ${seconds(time)} s`];
}

const options = {
  /** Says how long each file and each test took. */
  slowest: { type: 'boolean', default: false },
  /** `2/5`: the second of five parts; types, lint and format are of the first. */
  shard: { type: 'string' },
  /** Only test files whose imports reach what is not committed yet. */
  changed: { type: 'boolean', default: false },
  /** A number: draws an order of the files by it. */
  order: { type: 'string' },
  /** Browser tests only: what a page calls for comes late, each by a time of its own, so that a test that looks too early is found. */
  'slow-calls': { type: 'boolean', default: false },
  /** Browser tests only: the pictures of README and tour are taken again. */
  pictures: { type: 'boolean', default: false },
  /** The long forms of what has a short and a long one, with cases drawn again. */
  full: { type: 'boolean', default: false },
} as const;

/**
 * `npm test` runs everything; `npm test server` one suite; `npm test server orders` its files whose path holds "orders".
 * What failed is tried once more at the end, alone (decision 0021). The last line is always `N passed, N failed`.
 */
async function main(): Promise<void> {
  const begun = performance.now();
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const known = new Set<string>([...checks, ...suites].map(({ name }) => name));
  const names = positionals.filter((word) => known.has(word));
  const filters = positionals.filter((word) => !known.has(word));
  // A filter alone chooses test files; types and lint know no files.
  const isChosen = ({ name }: { name: string }) =>
    names.length > 0 ? names.includes(name) : filters.length === 0 || ['unit', 'server', 'heavy'].includes(name);
  const args = [
    ...(values.shard === undefined ? [] : [`--shard=${values.shard}`]),
    ...(values.changed ? ['--changed'] : []),
  ];
  if (values.order !== undefined) process.env['TEST_ORDER'] = values.order;
  if (values['slow-calls']) process.env['SLOW_CALLS'] = 'yes';
  if (values.pictures) process.env['PICTURES'] = 'yes';
  const isFirstPart = values.shard === undefined || values.shard.startsWith('1/');
  const checked = await runChecks(isFirstPart ? checks.filter(isChosen) : []);
  const chosen = suites.filter(isChosen).map(({ name }) => name);
  const run = await runSuites({ suites: chosen, filters, args, isFull: values.full });
  const judged = await judge(run);
  const verdict = { ...judged, failed: [...checked.failed, ...judged.failed] };
  sayTimes(run.found, values.slowest);
  // At the very end, for whoever reads the last screen of a long run.
  for (const line of lastWords(verdict)) console.log(line);
  console.log('');
  for (const line of [...checked.lines, ...suites.flatMap((suite) => lineOf(suite, run.found, verdict))])
    console.log(line);
  const passed = run.found.files.flatMap(({ tests }) => tests).filter(({ state }) => state === 'passed').length;
  const right = passed + judged.unsteady.length + checked.lines.length - checked.failed.length;
  if (isRed(verdict) || right === 0) process.exitCode = 1;
  console.log(`\nIn ${seconds(performance.now() - begun)} s:`);
  console.log(`${right} passed, ${verdict.failed.length} failed`);
}

await main();
