import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../../', import.meta.url));

/** What one step found. A tool that only says yes or no counts as one. */
export type Outcome = { passed: number; failed: number };

/** Runs a program of `node_modules/.bin`, showing what it says. @returns its exit code, 1 when a signal ended it. */
export async function runTool(
  command: string,
  args: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<number> {
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

/** A check that is right or wrong as a whole: types, lint, format. */
export async function runCheck(command: string, args: readonly string[]): Promise<Outcome> {
  const code = await runTool(command, args);
  return code === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 };
}

type Report = { numPassedTests?: number; numFailedTests?: number; numFailedTestSuites?: number; success?: boolean };

/**
 * Runs tests of one or more vitest projects and counts them. A run that breaks off, or a file that cannot be loaded, counts as
 * a failure, so that nothing is lost in silence.
 */
export async function runTests(
  projects: readonly string[],
  filters: readonly string[],
  env: Readonly<Record<string, string>> = {},
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'examport-report-'));
  const file = join(folder, 'report.json');
  const args = ['run', ...projects.flatMap((name) => ['--project', name]), ...filters, '--passWithNoTests'];
  const code = await runTool(
    'vitest',
    [...args, '--reporter=default', '--reporter=json', `--outputFile.json=${file}`],
    env,
  );
  const report: Report = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : {};
  rmSync(folder, { recursive: true, force: true });
  const passed = report.numPassedTests ?? 0;
  const failed = report.numFailedTests ?? 0;
  return { passed, failed: failed === 0 && code !== 0 ? 1 : failed };
}
