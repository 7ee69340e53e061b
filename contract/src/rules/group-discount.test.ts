import { describe, expect, it } from 'vitest';
import { groupPrice, groupTiersOf, maximumOrderLines, sampleFees } from './group-discount.ts';

const sample = { ...sampleFees, tierFees: groupTiersOf(sampleFees.localFee) };

describe('the group discount', () => {
  it('is two steps of one table: 8 % of the local fee from 5, 20 % from 10 [R-51]', () => {
    expect(groupTiersOf(45_000)).toEqual([
      { from: 1, to: 4, localFee: 45_000 },
      { from: 5, to: 9, localFee: 41_400 },
      { from: 10, to: null, localFee: 36_000 },
    ]);
  });

  it('leaves the example of 1,500.00 as it is for four, and names what a fifth would bring [R-51]', () => {
    const four = groupPrice(sample, 4);
    const five = groupPrice(sample, 5);
    expect(four).toMatchObject({ eachAmount: 150_000, payAmount: 600_000, tierDiscountAmount: 0 });
    expect(four.next).toEqual({ more: 1, eachAmount: five.eachAmount });
    // 414.00 + 953.34 and the VAT in proportion: 96.66 x 1367.34 / 1403.34 = 94.18.
    expect(five).toMatchObject({ eachAmount: 146_152, tierDiscountAmount: 5 * 3848, payAmount: 730_760 });
  });

  it('counts the whole group at the dearer discount from ten on, and knows no further step [R-51]', () => {
    const ten = groupPrice(sample, 10);
    // 360.00 + 953.34 + 90.46
    expect(ten).toMatchObject({ count: 10, eachAmount: 140_380, payAmount: 1_403_800, next: null });
    expect(ten.originalAmount - ten.tierDiscountAmount).toBe(ten.payAmount);
  });

  it('names the next step that is cheaper, one of the same fee not, and none beyond the fifty of an order [R-51 S-15]', () => {
    const tiers = (...steps: [from: number, localFee: number][]) => ({
      ...sampleFees,
      tierFees: steps.map(([from, localFee], at) => ({ from, to: (steps[at + 1]?.[0] ?? 1000) - 1, localFee })),
    });
    expect(groupPrice(tiers([1, 45_000], [5, 45_000], [10, 36_000]), 4).next).toMatchObject({ more: 6 });
    expect(groupPrice(tiers([1, 45_000], [50, 36_000]), 4).next).toMatchObject({ more: 46 });
    expect(groupPrice(tiers([1, 45_000], [51, 36_000]), 4).next).toBeNull();
    expect(maximumOrderLines).toBe(50);
  });

  it('is of one registration what one costs, also where its table has one step only [R-51]', () => {
    expect(groupPrice(sample, 1)).toMatchObject({ count: 1, eachAmount: 150_000, payAmount: 150_000 });
    const single = { ...sampleFees, tierFees: [{ from: 1, to: null, localFee: 36_000 }] };
    expect(groupPrice(single, 2)).toMatchObject({ eachAmount: 140_380, tierDiscountAmount: 2 * 9620 });
  });

  it('gives nothing off where a paper has no group table [R-51]', () => {
    expect(groupPrice({ ...sampleFees, tierFees: [] }, 30)).toMatchObject({
      eachAmount: 150_000,
      tierDiscountAmount: 0,
      next: null,
    });
  });
});
