import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What one step found, with words for each failure and each test that passed at the second try only. A tool that says yes or no counts as one. */
export type Outcome = { passed: number; failed: number; failures: readonly string[]; secondTries?: readonly string[] };

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
  numPassedTests?: number;
  numFailedTests?: number;
  testResults?: readonly {
    name: string;
    status: string;
    message?: string;
    assertionResults: readonly { status: string; fullName: string; failureMessages?: readonly string[] | null }[];
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

/** What failed at first and passed when it was tried again, in the same words. */
export function secondTriesOf({ testResults = [] }: Report): string[] {
  return testResults.flatMap(({ name, assertionResults }) =>
    assertionResults
      .filter(({ status, failureMessages }) => status === 'passed' && (failureMessages?.length ?? 0) > 0)
      .map(
        (test) => `${relative(root, name)}: ${test.fullName}\n${firstLines(test.failureMessages?.join('\n') ?? '')}`,
      ),
  );
}

const firstLines = (text: string) => text.split('\n').slice(0, 10).join('\n');

/**
 * Runs tests of one or more vitest projects and counts them. A run that breaks off, or a file that cannot be loaded, counts as
 * a failure, so that nothing is lost in silence. What runs against clocks, processes and a browser is tried once more when it fails,
 * and named (decision 0021); rules never are.
 */
export async function runTests(
  projects: readonly string[],
  filters: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'examport-report-'));
  const file = join(folder, 'report.json');
  const retry = projects.includes('unit') ? '--retry=0' : '--retry=1';
  const args = ['run', retry, ...projects.flatMap((name) => ['--project', name]), ...filters, '--passWithNoTests'];
  const code = await runTool(
    'vitest',
    [...args, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    env,
  );
  const report: Report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  rmSync(folder, { recursive: true, force: true });
  const passed = report.numPassedTests ?? 0;
  const failed = report.numFailedTests ?? 0;
  const failures = failuresOf(report);
  if (code !== 0 && failures.length === 0)
    failures.push(`${projects.join(', ')}: an error outside the tests, shown where it happened`);
  return { passed, failed: Math.max(failed, failures.length), failures, secondTries: secondTriesOf(report) };
}
