import { describe, expect, it } from 'vitest';
import * as products from './products.ts';

const all = Object.values(products).filter(Array.isArray).flat();

describe('what is said of the products', () => {
  it('leaves the least number of candidates to the page, which says it once', () => {
    const withMinimum = all.filter(({ minimumCandidates = 1 }) => minimumCandidates > 1);
    const repeated = withMinimum.filter(({ notice }) =>
      /two|registrations|两人|开考/i.test(`${notice?.en} ${notice?.zh}`),
    );

    expect(withMinimum.map(({ code }) => code)).toContain('tkt');
    expect(repeated.map(({ code }) => code)).toEqual([]);
  });
});
