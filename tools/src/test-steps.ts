import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What one step found, with words for each failure. A tool that says yes or no counts as one. */
export type Outcome = {
  passed: number;
  failed: number;
  failures: readonly string[];
  times?: Times;
};

/** How long each file and each test took, in milliseconds. */
export type Times = { files: readonly Timed[]; tests: readonly Timed[] };
export type Timed = { name: string; milliseconds: number };

/** Runs a program of `node_modules/.bin` in this terminal. @returns its exit code, 1 when a signal ended it. */
async function runTool(command: string, args: readonly string[], env: NodeJS.ProcessEnv): Promise<number> {
  const child = spawn(join(root, 'node_modules/.bin', command), args, {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
  return await new Promise((resolve) => {
    child.once('exit', (code) => resolve(code ?? 1));
    child.once('error', () => resolve(1));
  });
}

/** Runs a program of `node_modules/.bin`, showing what it says. @returns its exit code, 1 when a signal ended it, and its last words. */
async function hearTool(command: string, args: readonly string[]): Promise<{ code: number; said: string }> {
  const child = spawn(join(root, 'node_modules/.bin', command), args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] });
  let said = '';
  const show = (stream: NodeJS.WriteStream) => (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-keptCharacters);
    stream.write(chunk);
  };
  child.stdout.on('data', show(process.stdout));
  child.stderr.on('data', show(process.stderr));
  return await new Promise((resolve) => {
    child.once('close', (code) => resolve({ code: code ?? 1, said }));
    child.once('error', (error) => resolve({ code: 1, said: error.message }));
  });
}

/** How much of what a tool said is said again at the end of a run. */
const keptCharacters = 4000;

/** A check that is right or wrong as a whole: types, lint, format. What it complained of is said again at the end of a run. */
export async function runCheck(command: string, args: readonly string[]): Promise<Outcome> {
  const { code, said } = await hearTool(command, args);
  return code === 0
    ? { passed: 1, failed: 0, failures: [] }
    : { passed: 0, failed: 1, failures: [`${command} ${args.join(' ')}\n${stripVTControlCharacters(said).trim()}`] };
}

type Report = {
  testResults?: readonly {
    name: string;
    status: string;
    message?: string;
    startTime?: number;
    endTime?: number;
    assertionResults: readonly {
      status: string;
      fullName: string;
      failureMessages?: readonly string[] | null;
      duration?: number | null;
    }[];
  }[];
};

/** What failed in words that fit a screen: the file, the test's title and the first lines of why. */
export function failuresOf({ testResults = [] }: Report): string[] {
  return testResults.flatMap(({ name, status, message = '', assertionResults }) => {
    const file = relative(root, name);
    const tests = assertionResults
      .filter((test) => test.status === 'failed')
      .map((test) => `${file}: ${test.fullName}\n${firstLines(test.failureMessages?.join('\n') ?? '')}`);
    return tests.length === 0 && status === 'failed' ? [`${file}\n${firstLines(message)}`] : tests;
  });
}

/** How long everything took, the slowest first. */
export function timesOf({ testResults = [] }: Report): Times {
  const slowestFirst = (timed: readonly Timed[]) => timed.toSorted((a, b) => b.milliseconds - a.milliseconds);
  return {
    files: slowestFirst(
      testResults.map(({ name, startTime = 0, endTime = 0 }) => ({
        name: relative(root, name),
        milliseconds: endTime - startTime,
      })),
    ),
    tests: slowestFirst(
      testResults.flatMap(({ name, assertionResults }) =>
        assertionResults.map(({ fullName, duration }) => ({
          name: `${relative(root, name)}: ${fullName}`,
          milliseconds: duration ?? 0,
        })),
      ),
    ),
  };
}

const firstLines = (text: string) => text.split('\n').slice(0, 10).join('\n');

/** The folders whose files are not of the project `unit`. */
const folders: Readonly<Record<string, string>> = { server: 'server', browser: 'e2e' };

/** The vitest project that a test file belongs to. */
export function projectOf(name: string): string {
  const path = relative(root, name);
  return Object.keys(folders).find((project) => path.startsWith(`${folders[project]}/`)) ?? 'unit';
}

type Run = { env?: Readonly<Record<string, string>>; args?: readonly string[] };

/**
 * Runs tests of one or more vitest projects in one queue and counts them, each project for itself; none is tried twice (decision 0039).
 * A run that breaks off, or a file that cannot be loaded, counts as a failure of the first, so that nothing is lost in silence.
 */
export async function runTests(
  projects: readonly string[],
  filters: readonly string[],
  { env = {}, args = [] }: Run = {},
): Promise<Outcome[]> {
  const folder = mkdtempSync(join(tmpdir(), 'examport-report-'));
  const file = join(folder, 'report.json');
  const chosen = projects.flatMap((name) => ['--project', name]);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${file}`];
  const code = await runTool(
    'vitest',
    ['run', '--retry=0', ...chosen, ...filters, ...args, '--passWithNoTests', ...reporters],
    env,
  );
  const { testResults = [] }: Report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  rmSync(folder, { recursive: true, force: true });
  const outcomes = projects.map((project) =>
    outcomeOf({ testResults: testResults.filter(({ name }) => projectOf(name) === project) }),
  );
  const [first] = outcomes;
  if (first === undefined || code === 0 || outcomes.some(({ failed }) => failed > 0)) return outcomes;
  const broken = `${projects.join(', ')}: an error outside the tests, shown where it happened`;
  return [{ ...first, failed: 1, failures: [broken] }, ...outcomes.slice(1)];
}

/** What a report says in numbers and words. */
export function outcomeOf(report: Report): Outcome {
  const tests = (report.testResults ?? []).flatMap(({ assertionResults }) => assertionResults);
  const count = (wanted: string) => tests.filter(({ status }) => status === wanted).length;
  const failures = failuresOf(report);
  return {
    passed: count('passed'),
    failed: Math.max(count('failed'), failures.length),
    failures,
    times: timesOf(report),
  };
}
