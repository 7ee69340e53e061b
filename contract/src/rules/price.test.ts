import { describe, expect, it } from 'vitest';
import { lateEntryAt } from './late-entry.ts';
import type { LateEntryCharge } from './late-entry.ts';
import { priceOrder, proposedVat } from './price.ts';
import type { CartApplication, PricedPaper } from './price.ts';
import { shareOf } from './rounding.ts';

const now = '2026-11-21T08:00:00.000Z';
const plain = { isTier: false, tierFees: [], isLateEntryCharge: false, lateEntryCharges: [] };
const sample: PricedPaper = { sessionSubjectId: 's', localFee: 45_000, boardFee: 95_334, vat: 9_666, ...plain };
const tkt: PricedPaper = {
  ...sample,
  sessionSubjectId: 'tkt',
  localFee: 60_000,
  boardFee: 35_000,
  vat: 5_700,
  isTier: true,
  tierFees: [
    { from: 1, to: 4, localFee: 60_000 },
    { from: 5, to: 9, localFee: 55_200 },
    { from: 10, to: null, localFee: 48_000 },
  ],
};
const times = (n: number, ...papers: PricedPaper[]): CartApplication[] =>
  Array.from({ length: n }, (_, at) => ({ applicationId: `${papers[0]?.sessionSubjectId}-${at}`, papers }));

describe('the price of an order', () => {
  it('of the specification’s sample is 1,500 yuan including 96.66 VAT [5.4 R-94]', () => {
    const price = priceOrder(times(1, sample), now);
    expect(price).toMatchObject({
      originalAmount: 150_000,
      totalAmount: 150_000,
      payAmount: 150_000,
      tierDiscountAmount: 0,
    });
    expect(price.lines[0]).toMatchObject({ vat: 9_666, localFeeAmount: 45_000, boardFeeAmount: 95_334, tierCount: 1 });
  });

  it('falls with the group: 8 % off the local fee from five, 20 % from ten, on every unit [R-51 5.5]', () => {
    const each = (n: number) => priceOrder(times(n, tkt), now).lines.map((line) => line.payAmount);
    expect(each(4)).toEqual(Array.from({ length: 4 }, () => 100_700));
    expect(each(5)).toEqual(Array.from({ length: 5 }, () => 55_200 + 35_000 + 5_412));
    expect(each(10)).toEqual(Array.from({ length: 10 }, () => 48_000 + 35_000 + 4_980));
  });

  it('counts the group per paper, not per order [R-51]', () => {
    const other = { ...tkt, sessionSubjectId: 'other' };
    const price = priceOrder([...times(4, tkt), ...times(4, other)], now);
    expect(price.tierDiscountAmount).toBe(0);
    expect(price.lines.map((line) => line.tierCount)).toEqual([4, 4, 4, 4, 4, 4, 4, 4]);
  });

  it('of a combined set is the sum of its papers in one line [5.5]', () => {
    const first = { ...sample, sessionSubjectId: 'p1', localFee: 153_250, boardFee: 0, vat: 4_598 };
    const second = { ...first, sessionSubjectId: 'p2', vat: 4_597 };
    expect(priceOrder(times(1, first, second), now)).toMatchObject({
      payAmount: 315_695,
      lines: [{ originalAmount: 315_695 }],
    });
  });

  it('says of a set by how many the group of its first paper counts [R-51]', () => {
    const second = { ...tkt, sessionSubjectId: 'second' };
    const price = priceOrder([...times(1, tkt, second), ...times(2, tkt)], now);
    expect(price.lines.map(({ tierCount }) => tierCount)).toEqual([3, 3, 3]);
  });

  it('of an empty cart is nothing', () => {
    expect(priceOrder([], now)).toMatchObject({ lines: [], payAmount: 0, stageEndAt: null });
  });

  it('keeps VAT as it is stored when nothing is taxed', () => {
    const free = { ...tkt, localFee: 0, boardFee: 0, vat: 0 };
    expect(priceOrder(times(10, free), now).payAmount).toBe(0);
  });
});

describe('late entry', () => {
  const stages: LateEntryCharge[] = [
    { stage: 'Late1', fee: 130_000, startDate: '2026-11-20T16:00:00.000Z', endDate: '2026-11-25T15:59:59.999Z' },
    { stage: 'Late2', fee: 200_000, startDate: '2026-11-25T16:00:00.000Z', endDate: '2026-11-30T15:59:59.999Z' },
  ];
  const late: PricedPaper = { ...sample, isLateEntryCharge: true, lateEntryCharges: stages };

  it('is added to the price, undiscounted, and shown apart [5.5 R-94]', () => {
    const price = priceOrder(times(2, late), now);
    expect(price).toMatchObject({
      originalAmount: 300_000,
      lateEntryChargeAmount: 260_000,
      totalAmount: 560_000,
      payAmount: 560_000,
    });
    expect(price.stageEndAt).toBe('2026-11-25T16:00:00.000Z');
    expect(price.lines[0]?.lateEntryStage).toBe('Late1');
  });

  it('does not count where the paper has none [5.5]', () => {
    expect(priceOrder(times(1, { ...late, isLateEntryCharge: false }), now)).toMatchObject({
      lateEntryChargeAmount: 0,
      stageEndAt: null,
    });
  });

  it.each([
    ['2026-11-20T15:49:59.999Z', null, 0],
    ['2026-11-20T15:50:00.000Z', null, 0],
    ['2026-11-20T15:50:00.001Z', 'Late1', 130_000],
    ['2026-11-20T16:00:00.000Z', 'Late1', 130_000],
    ['2026-11-25T15:50:00.000Z', 'Late1', 130_000],
    ['2026-11-25T15:50:00.001Z', 'Late2', 200_000],
    ['2026-11-30T15:59:00.000Z', 'Late2', 200_000],
    ['2026-11-30T16:00:00.000Z', null, 0],
  ])('at %s is of stage %s: the last ten minutes sell at the next price [R-45]', (at, stage, fee) => {
    expect(lateEntryAt(stages, at)).toMatchObject({ stage, fee });
  });

  it('gives a moment shared by two stages to the later one, in whatever order they are listed [R-59]', () => {
    const touching = [
      { stage: 'B', fee: 2, startDate: '2026-11-25T16:00:00.000Z', endDate: '2026-11-30T16:00:00.000Z' },
      { stage: 'A', fee: 1, startDate: '2026-11-20T16:00:00.000Z', endDate: '2026-11-25T16:00:00.000Z' },
    ];
    expect(lateEntryAt(touching, '2026-11-25T16:00:00.000Z')).toEqual({ stage: 'B', fee: 2, stageEndAt: null });
  });

  it('has a stage to its very end, and nothing behind the last one [R-45]', () => {
    const ends = ['2026-11-30T16:00:00.000Z', '2026-11-30T16:00:00.001Z'];
    const last = { stage: 'B', fee: 2, startDate: '2026-11-25T16:00:00.000Z', endDate: '2026-11-30T16:00:00.000Z' };
    expect(ends.map((at) => lateEntryAt([last], at).stage)).toEqual(['B', null]);
  });
});

describe('VAT', () => {
  it('is proposed from two rates, each part rounded half up [5.4]', () => {
    expect(proposedVat({ localFee: 306_500, boardFee: 0 }, { localRate: 300, boardRate: 600 })).toBe(9_195);
    expect(proposedVat({ localFee: 25, boardFee: 25 }, { localRate: 600, boardRate: 600 })).toBe(4);
    expect(proposedVat({ localFee: 145_000, boardFee: 0 }, { localRate: 600, boardRate: 600 })).toBe(8_700);
  });

  it('rounds exactly where floating point would not', () => {
    expect(shareOf(2_000_000_000, 1_999_999_999, 2_000_000_000)).toBe(1_999_999_999);
    expect([shareOf(1, 1, 2), shareOf(1, 49, 100), shareOf(3, 1, 2), shareOf(0, 5, 7)]).toEqual([1, 0, 2, 0]);
  });
});
