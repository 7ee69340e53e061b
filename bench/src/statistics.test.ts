import { describe, expect, it } from 'vitest';
import { median, quantile, ratioOf, spreadOf } from './statistics.ts';

describe('the figures of a run', () => {
  it('take the middle of the rounds, whatever their order', () => {
    const odd = median([30, 10, 20]);
    const even = median([40, 10, 20, 30]);

    expect([odd, even]).toEqual([20, 25]);
    expect(() => median([])).toThrow('no median');
  });

  it('name the value that 99 of 100 do not exceed', () => {
    const hundred = Array.from({ length: 100 }, (_, index) => index + 1);

    expect(quantile(hundred, 0.99)).toBe(99);
    expect(quantile(hundred, 1)).toBe(100);
    expect(quantile([7], 0.5)).toBe(7);
  });

  it('say how far the rounds lay apart, in parts of the median', () => {
    expect(spreadOf([90, 100, 110])).toBe('±10 %');
    expect(spreadOf([5])).toBe('±0 %');
    expect(spreadOf([0, 0])).toBe('±0 %');
  });

  it('compare the quietest round of each side', () => {
    expect(ratioOf([130, 125, 900], [100, 400, 120])).toBe(1.25);
  });
});
