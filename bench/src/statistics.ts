/** The middle value; of an even number of values the mean of the two in the middle. @throws Error without a value. */
export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)];
  const lower = sorted[Math.ceil(sorted.length / 2) - 1];
  if (upper === undefined || lower === undefined) throw new Error('There is no median of nothing.');
  return (upper + lower) / 2;
}

/** The value that `share` (0 to 1) of the values do not exceed. @throws Error without a value. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  const found = sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)];
  if (found === undefined) throw new Error('There is no quantile of nothing.');
  return found;
}

/** How far rounds lay apart: `±12 %` is half the way from the least to the most, in parts of the median. */
export function spreadOf(values: readonly number[]): string {
  const middle = median(values);
  if (middle === 0) return '±0 %';
  const half = (Math.max(...values) - Math.min(...values)) / 2;
  return `±${Math.round((half / middle) * 100)} %`;
}

/**
 * One quantity measured side by side with its anchor in alternating rounds. The ratio is taken between the least of each: noise of
 * a shared machine only ever adds.
 */
export function ratioOf(ours: readonly number[], anchor: readonly number[]): number {
  return Math.min(...ours) / Math.min(...anchor);
}
