import type { Parked } from './parked.ts';
import { type Failure, mostUnsteady } from './second-try.ts';

/** What a run says at its end, for whoever reads nothing else. */
export type Verdict = {
  failed: readonly Failure[];
  /** Failed at first, passed when tried again alone. */
  unsteady: readonly Failure[];
  parked: readonly Parked[];
  /** Parked, and passed. */
  comingBack: readonly string[];
};

/** A run is red when something failed, or when too much passed at the second try only. */
export function isRed({ failed, unsteady }: Verdict): boolean {
  return failed.length > 0 || filesOf(unsteady).size > mostUnsteady;
}

const filesOf = (failures: readonly Failure[]) => new Set(failures.map(({ file }) => file));

/** The last sixty lines are these and the counts of the suites. */
const mostLines = 50;

/** What is shown of an error where there is room. */
const linesOfError = 12;

/** Every failure with the first lines of its cause; the more there are, the less is said of each. */
export function lastWords(verdict: Verdict): string[] {
  const { failed, unsteady } = verdict;
  const parked = parkedLines(verdict);
  const titles = (failed.length > 0 ? 3 : 0) + (unsteady.length > 0 ? 2 : 0);
  const room = mostLines - parked.length - titles;
  const lines = Math.min(linesOfError + 1, Math.floor(room / Math.max(1, failed.length + unsteady.length)));
  const told = (failure: Failure) => linesOf(failure, Math.max(1, lines));
  return [
    ...parked,
    ...(unsteady.length > 0 ? ['', `unsteady: ${unsteady.length} (passed at the second try, alone)`] : []),
    ...unsteady.flatMap(told),
    ...(failed.length > 0 ? ['', 'Failed:', ''] : []),
    ...failed.flatMap(told),
  ];
}

function linesOf({ name, error }: Failure, most: number): string[] {
  const said = error.split('\n').filter((line) => line.trim() !== '');
  return [name, ...said.map((line) => `    ${line.trimEnd().slice(0, 200)}`)].slice(0, most);
}

function parkedLines({ parked, comingBack }: Verdict): string[] {
  if (parked.length === 0) return [];
  const told = ({ test, since, why }: Parked) =>
    `    ${comingBack.includes(test) ? 'CAN COME BACK ' : ''}${test} (since ${since}: ${why})`;
  return ['', `parked: ${parked.length}`, ...parked.map(told)];
}
