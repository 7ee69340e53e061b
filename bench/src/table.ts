/**
 * What a row says about its goal. `ok` and `over` are told only, `FAIL` ends the run with exit code 1 (bytes and deadlocks),
 * `-` is shown where there is no goal yet or nothing was measured.
 */
type Verdict = 'ok' | 'ambition' | 'over' | 'FAIL' | '-';

/** One line of the table. Every text is finished: units are in it. */
export type Row = {
  goal: string;
  target: string;
  measured: string;
  /** How far the rounds lay apart, or `exact`. */
  spread: string;
  /** What it was measured against, in the same run. */
  anchor: string;
  verdict: Verdict;
};

/** A row that could not be measured here, and why. */
export function notMeasured(goal: string, target: string, reason: string): Row {
  return { goal, target, measured: 'not measured', spread: '', anchor: reason, verdict: '-' };
}

/** A number of bytes against its budget: above `failAbove` it fails, at most `ambition` is told. Bytes. */
export function byteRow(
  goal: string,
  bytes: number,
  { failAbove, ambition }: { failAbove: number; ambition: number },
  where: string,
): Row {
  const verdict = bytes > failAbove ? 'FAIL' : bytes <= ambition ? 'ambition' : 'ok';
  const target = `<= ${kilobytes(failAbove)} (${kilobytes(ambition)})`;
  return { goal, target, measured: kilobytes(bytes), spread: 'exact', anchor: where, verdict };
}

/** Bytes as `12.3 KB`, a thousand bytes each. */
export function kilobytes(bytes: number): string {
  return `${(bytes / 1000).toFixed(bytes % 1000 === 0 ? 0 : 1)} KB`;
}

/** Whether a run with these rows has failed. */
export function hasFailed(rows: readonly Row[]): boolean {
  return rows.some((row) => row.verdict === 'FAIL');
}

const columns = ['goal', 'target', 'measured', 'spread', 'anchor', 'verdict'] as const;

/** The rows as one text table, columns as wide as their longest cell. */
export function tableOf(rows: readonly Row[]): string {
  const head: Record<(typeof columns)[number], string> = {
    goal: 'goal',
    target: 'target',
    measured: 'measured',
    spread: 'spread',
    anchor: 'anchor',
    verdict: 'verdict',
  };
  const widths = columns.map((column) => Math.max(...[head, ...rows].map((row) => row[column].length)));
  const line = (row: Readonly<Record<(typeof columns)[number], string>>) =>
    columns
      .map((column, index) => row[column].padEnd(widths[index] ?? 0))
      .join('  ')
      .trimEnd();
  return [line(head), widths.map((width) => '-'.repeat(width)).join('  '), ...rows.map(line)].join('\n');
}
