import { readFileSync, writeFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import type { SerializedError, TestError } from 'vitest';
import type { Reporter, TestCase, TestModule } from 'vitest/node';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** The environment variable that names the file a run is reported in. */
export const reportVariable = 'TEST_REPORT';

/** What a run of vitest found. */
export type Report = {
  files: readonly FileReport[];
  /** What went wrong outside every test, and the file that ran then where it is known. */
  outside: readonly { file: string | null; error: string }[];
};

/** Paths are from the root of the project; an error is its stack, which begins with its name and message. */
export type FileReport = {
  file: string;
  project: string;
  milliseconds: number;
  /** Why the file could not be loaded, set up or taken down. */
  errors: readonly string[];
  tests: readonly TestReport[];
};
export type TestReport = {
  title: string;
  state: 'passed' | 'failed' | 'skipped' | 'pending';
  milliseconds: number;
  errors: readonly string[];
};

/** Nothing was reported: the run broke off before its end. */
export const emptyReport: Report = { files: [], outside: [] };

/** @throws Error where nothing was reported. */
export function readReport(path: string): Report {
  return JSON.parse(readFileSync(path, 'utf8'));
}

/** A reporter of vitest, which writes what a run found into the file that the environment names. */
export class TestReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    const path = process.env[reportVariable];
    if (path === undefined) return;
    const report: Report = { files: modules.map(fileReport), outside: unhandled.map(outsideError) };
    writeFileSync(path, JSON.stringify(report));
  }
}

function fileReport(module: TestModule): FileReport {
  const suites = [...module.children.allSuites()];
  return {
    file: relative(root, module.moduleId),
    project: module.project.name,
    milliseconds: module.diagnostic().duration,
    errors: [...module.errors(), ...suites.flatMap((suite) => suite.errors())].map(wordsOf),
    tests: [...module.children.allTests()].map(testReport),
  };
}

function testReport(test: TestCase): TestReport {
  const { state, errors } = test.result();
  return {
    title: test.fullName,
    state,
    milliseconds: test.diagnostic()?.duration ?? 0,
    errors: (errors ?? []).map(wordsOf),
  };
}

function outsideError(error: SerializedError): Report['outside'][number] {
  const path: unknown = error['VITEST_TEST_PATH'];
  return { file: typeof path === 'string' ? relative(root, path) : null, error: wordsOf(error) };
}

/** Name and message, then what differs, what it came from, and where. */
function wordsOf({ name = '', message, stack = '', diff, cause }: SerializedError | TestError): string {
  const frames = stack.split('\n').filter((line) => /^\s+at (?!.*node_modules)/.test(line));
  const differing =
    typeof diff === 'string' ? [stripVTControlCharacters(diff).replace(/^[-+] (Expected|Received)$/gm, '')] : [];
  const origin = cause === undefined ? [] : [`caused by ${wordsOf(cause)}`];
  return [name === '' ? message : `${name}: ${message}`, ...differing, ...origin, ...frames].join('\n');
}
