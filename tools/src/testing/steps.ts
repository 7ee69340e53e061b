import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { failuresOf } from './second-try.ts';
import { emptyReport, type Report, readReport, reportVariable } from './report.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** What a check found: whether it is right as a whole, and otherwise its last words. */
export type Checked = { isRight: boolean; said: string };

/** What Node has compiled of our sources: a server that a test starts is there in two thirds of the time. */
const compiled = join(root, '.cache/compile');

type Heard = { env?: NodeJS.ProcessEnv; stdout?: 'pipe' | 'inherit' };

/**
 * Runs a program of `node_modules/.bin`, showing what it says.
 * @returns its exit code, 1 when a signal ended it, and its last words; what goes straight to the terminal is not among them.
 */
async function runTool(
  command: string,
  args: readonly string[],
  { env = {}, stdout = 'pipe' }: Heard = {},
): Promise<{ code: number; said: string }> {
  const child = spawn(join(root, 'node_modules/.bin', command), args, {
    cwd: root,
    env: { NODE_COMPILE_CACHE: compiled, ...process.env, ...env },
    stdio: ['ignore', stdout, 'pipe'],
  });
  let said = '';
  const show = (stream: NodeJS.WriteStream) => (chunk: Buffer) => {
    said = (said + chunk.toString()).slice(-keptCharacters);
    stream.write(chunk);
  };
  child.stdout?.on('data', show(process.stdout));
  child.stderr?.on('data', show(process.stderr));
  return await new Promise((resolve) => {
    child.once('close', (code) => resolve({ code: code ?? 1, said: stripVTControlCharacters(said).trim() }));
    child.once('error', (error) => resolve({ code: 1, said: error.message }));
  });
}

/** How much of what a tool said is said again at the end of a run. */
const keptCharacters = 4000;

/** Runs a check that is right or wrong as a whole: types, lint, format. What it complained of is said again at the end of a run. */
export async function runCheck(command: string, args: readonly string[]): Promise<Checked> {
  const { code, said } = await runTool(command, args);
  return { isRight: code === 0, said: `${command} ${args.join(' ')}\n${said}` };
}

type Run = { env?: Readonly<Record<string, string>>; args?: readonly string[] };

/**
 * Runs tests of one or more vitest projects in one queue.
 * @returns what they found. A run that breaks off without a word is reported as an error outside every test, so that nothing is lost in silence.
 */
export async function runTests(
  projects: readonly string[],
  filters: readonly string[],
  { env = {}, args = [] }: Run = {},
): Promise<Report> {
  const folder = mkdtempSync(join(tmpdir(), 'examport-report-'));
  const file = join(folder, 'report.json');
  const chosen = projects.flatMap((name) => ['--project', name]);
  const words = ['run', ...chosen, ...filters, ...args, '--passWithNoTests'];
  const { code, said } = await runTool('vitest', words, { env: { ...env, [reportVariable]: file }, stdout: 'inherit' });
  const report = existsSync(file) ? readReport(file) : emptyReport;
  rmSync(folder, { recursive: true, force: true });
  if (code === 0 || failuresOf(report).length > 0) return report;
  const error = `The tests of ${projects.join(', ')} ended with ${code}.\n${said}`;
  return { ...report, outside: [{ file: null, error }] };
}
