import type { Parked } from './parked.ts';
import type { Report } from './report.ts';

/** One thing that failed: a test, a file that could not be set up, or what happened outside both. */
export type Failure = {
  /** From the root of the project; null where no file is known. */
  file: string | null;
  /** As it is named everywhere: the file, and the test's title. */
  name: string;
  error: string;
};

/** More files than this that pass only when tried again make a run red: then it is not chance. */
export const mostUnsteady = 5;

/** The name of the error of a count that was wrong: seats, orders, money, whose something is. A second try cannot make it right. */
const finalError = /^(?:caused by )?WrongCount: /m;

/** What went wrong, in the order of the files. */
export function failuresOf({ files, outside }: Report): Failure[] {
  const inFiles = files.flatMap(({ file, errors, tests }) => [
    ...errors.map((error) => ({ file, name: file, error })),
    ...tests
      .filter(({ state }) => state === 'failed')
      .map(({ title, errors: its }) => ({ file, name: `${file}: ${title}`, error: its.join('\n') })),
  ]);
  return [...inFiles, ...outside.map(({ file, error }) => ({ file, name: file ?? 'outside every test', error }))];
}

/** Without what is parked, which does not count. */
export function counted(failures: readonly Failure[], parked: readonly Parked[]): Failure[] {
  return failures.filter(({ name }) => parked.every(({ test }) => test !== name));
}

/** Sorts what failed: what is parked does not count, what is final is not tried again, the rest is, if it is in few enough files. */
export function sortFailures(
  failures: readonly Failure[],
  parked: readonly Parked[],
): { final: Failure[]; again: readonly string[] } {
  const its = counted(failures, parked);
  const isFinal = ({ file, error }: Failure) => file === null || finalError.test(error);
  const finalFiles = new Set(its.filter(isFinal).map(({ file }) => file));
  const files = new Set(its.flatMap(({ file }) => (file === null || finalFiles.has(file) ? [] : [file])));
  const again = files.size > mostUnsteady ? [] : [...files];
  return { final: its.filter(({ file }) => file === null || !again.includes(file)), again };
}

/** Parked tests that passed: whoever parked them can take them back. */
export function comingBack({ files }: Report, parked: readonly Parked[]): string[] {
  const passed = new Set(
    files.flatMap(({ file, tests }) =>
      tests.filter(({ state }) => state === 'passed').map(({ title }) => `${file}: ${title}`),
    ),
  );
  return parked.map(({ test }) => test).filter((test) => passed.has(test));
}
