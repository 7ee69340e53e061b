import { describe, expect, it } from 'vitest';
import { seriesAround } from './write-post-test-board.ts';

describe('the series of the demonstration', () => {
  it.each([
    ['2026-11-30', ['2026-06', '2026-10', '2027-01']],
    ['2027-01-01', ['2026-06', '2026-10', '2027-01']],
    ['2027-02-28', ['2026-10', '2027-01', '2027-06']],
  ])('on %s are the two that were sat last, and the next [3-domain 4]', (today, series) => {
    expect(seriesAround(today)).toEqual(series);
  });
});
