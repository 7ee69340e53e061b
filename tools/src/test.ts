import { randomInt } from 'node:crypto';
import { parseArgs } from 'node:util';
import { findChromium } from './chromium.ts';
import { buildPortalWhenChanged } from './portal-build.ts';
import { type Outcome, runCheck, runTests, type Timed, type Times } from './test-steps.ts';

type Check = { name: string; title: string; command: string; args: readonly string[] };

/** In the order of `npm test`: what is quick to fail comes first. Each uses every core it finds. */
const checks: readonly Check[] = [
  { name: 'types', title: 'Types of the Node rooms', command: 'tsc', args: ['-p', 'tsconfig.json'] },
  { name: 'types', title: 'Types of the browser rooms', command: 'tsc', args: ['-p', 'tsconfig.browser.json'] },
  { name: 'lint', title: 'Lint', command: 'oxlint', args: ['--type-aware', '--format=stylish'] },
  { name: 'format', title: 'Format', command: 'oxfmt', args: ['--check', '.'] },
];

/** The projects of vitest, which share one queue. */
const suites = [
  { name: 'unit', title: 'Rules, contract, screens, sandbox' },
  { name: 'server', title: 'Server and API' },
  { name: 'browser', title: 'Browser' },
] as const;

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

/** So many files and tests are named at the end of a run, unless all are asked for. */
const slowest = 10;

/** The slowest files and tests of all suites, or with `isAll` every one. */
function sayTimes(times: readonly Times[], isAll: boolean): void {
  for (const [title, all] of [
    ['files', times.flatMap(({ files }) => files)],
    ['tests', times.flatMap(({ tests }) => tests)],
  ] as const satisfies readonly [string, readonly Timed[]][]) {
    const sorted = all.toSorted((a, b) => b.milliseconds - a.milliseconds).slice(0, isAll ? undefined : slowest);
    if (sorted.length === 0) continue;
    console.log(`\n${isAll ? 'All' : `The ${sorted.length} slowest`} ${title}:\n`);
    for (const { name, milliseconds } of sorted) console.log(`${seconds(milliseconds).padStart(7)} s  ${name}`);
  }
}

const seconds = (milliseconds: number) => (milliseconds / 1000).toFixed(1);

/** What was said of one suite or check, for the last lines of a run. */
type Told = { title: string; outcome: Outcome; milliseconds: number };

async function runChecks(chosen: readonly Check[]): Promise<Told[]> {
  const told: Told[] = [];
  for (const { title, command, args } of chosen) {
    console.log(`\n${title}`);
    const begun = performance.now();
    told.push({ title, outcome: await runCheck(command, args), milliseconds: performance.now() - begun });
  }
  return told;
}

/** A suite's time is that of its files together; two of them run at a time. */
async function runSuites(
  chosen: readonly (typeof suites)[number][],
  filters: readonly string[],
  { args, isFull }: { args: readonly string[]; isFull: boolean },
): Promise<Told[]> {
  if (chosen.length === 0) return [];
  const names = chosen.map(({ name }) => name);
  console.log(`\n${chosen.map(({ title }) => title).join('; ')}`);
  const browser = names.includes('browser') ? await browserSettings() : {};
  const env = { ...browser, ...(isFull ? longForms() : {}) };
  const outcomes = await runTests(names, filters, { env, args });
  return outcomes.map((outcome, index) => ({
    title: chosen[index]?.title ?? '',
    outcome,
    milliseconds: outcome.times?.files.reduce((sum, file) => sum + file.milliseconds, 0) ?? 0,
  }));
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
  /** The long forms of what has a short and a long one, with cases drawn anew. */
  full: { type: 'boolean', default: false },
} as const;

/**
 * `npm test` runs everything; `npm test server` one suite; `npm test server orders` its files whose path holds "orders".
 * The last line is always `N passed, N failed`.
 */
async function main(): Promise<void> {
  const begun = performance.now();
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const known = new Set<string>([...checks, ...suites].map(({ name }) => name));
  const names = positionals.filter((word) => known.has(word));
  const filters = positionals.filter((word) => !known.has(word));
  // A filter alone chooses test files; types and lint know no files.
  const isChosen = ({ name }: { name: string }) =>
    names.length > 0 ? names.includes(name) : filters.length === 0 || ['unit', 'server'].includes(name);
  const args = [
    ...(values.shard === undefined ? [] : [`--shard=${values.shard}`]),
    ...(values.changed ? ['--changed'] : []),
  ];
  if (values.order !== undefined) process.env['TEST_ORDER'] = values.order;
  if (values['slow-calls']) process.env['SLOW_CALLS'] = 'yes';
  const isFirstPart = values.shard === undefined || values.shard.startsWith('1/');
  const told = [
    ...(await runChecks(isFirstPart ? checks.filter(isChosen) : [])),
    ...(await runSuites(suites.filter(isChosen), filters, { args, isFull: values.full })),
  ];
  sayTimes(
    told.flatMap(({ outcome }) => outcome.times ?? []),
    values.slowest,
  );
  // Again at the end, for who reads the last screen of a long run.
  const failures = told.flatMap(({ outcome }) => outcome.failures);
  if (failures.length > 0) console.log(`\nFailed:\n\n${failures.join('\n\n')}`);
  console.log('');
  for (const { title, outcome, milliseconds } of told)
    console.log(`${title}: ${outcome.passed} passed, ${outcome.failed} failed, ${seconds(milliseconds)} s`);
  const sum = (of: 'passed' | 'failed') => told.reduce((all, { outcome }) => all + outcome[of], 0);
  if (sum('failed') > 0 || sum('passed') === 0) process.exitCode = 1;
  console.log(`\nIn ${seconds(performance.now() - begun)} s:`);
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`);
}

await main();
