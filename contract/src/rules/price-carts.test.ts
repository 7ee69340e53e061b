import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { priceOrder } from './price.ts';
import type { CartApplication, PricedPaper } from './price.ts';

const now = '2026-11-21T08:00:00.000Z';

/*
 * The second opinion: written from spec 3-domain 5.5 and R-45 alone, with floating point and loops where the rule uses whole fractions
 * and look-ups, so that the two share no mistake.
 */
function secondOpinion(applications: CartApplication[]) {
  let original = 0;
  let discount = 0;
  let late = 0;
  for (const paper of applications.flatMap((application) => application.papers)) {
    const full = paper.localFee + paper.boardFee + paper.vat;
    original += full;
    discount += paper.isTier ? full - groupPrice(paper, countOf(paper, applications), full) : 0;
    late += paper.isLateEntryCharge ? lateFee(paper) : 0;
  }
  return { original, discount, late, total: original + late, pay: original + late - discount };
}

function countOf(paper: PricedPaper, applications: CartApplication[]): number {
  let n = 0;
  for (const application of applications) {
    for (const other of application.papers) if (other.sessionSubjectId === paper.sessionSubjectId) n += 1;
  }
  return n;
}

function groupPrice(paper: PricedPaper, n: number, full: number): number {
  for (const row of paper.tierFees) {
    if (n < row.from || (row.to !== null && n > row.to) || row.localFee >= paper.localFee) continue;
    const taxed = paper.localFee + paper.boardFee;
    return row.localFee + paper.boardFee + Math.floor((paper.vat * (row.localFee + paper.boardFee)) / taxed + 0.5);
  }
  return full;
}

function lateFee(paper: PricedPaper): number {
  const t = Date.parse(now);
  const changes = paper.lateEntryCharges.map((row) => Date.parse(row.startDate)).filter((start) => start > t);
  const counted = changes.length > 0 && Math.min(...changes) - t < 600_000 ? t + 600_000 : t;
  for (const row of paper.lateEntryCharges) {
    if (counted >= Date.parse(row.startDate) && counted <= Date.parse(row.endDate)) return row.fee;
  }
  return 0;
}

describe('ten thousand carts', () => {
  const minute = fc.oneof(fc.integer({ min: -30_000, max: 30_000 }), fc.integer({ min: -20, max: 20 }));
  const instant = (at: number) => new Date(Date.parse(now) + at * 60_000).toISOString();
  const tiers = fc
    .array(fc.tuple(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 0, max: 100_000 })), { maxLength: 4 })
    .map((rows) => {
      let from = 1;
      return rows.map(([span, localFee], at) => {
        const row = { from, to: at === rows.length - 1 ? null : from + span - 1, localFee };
        from += span;
        return row;
      });
    });
  const stages = fc.uniqueArray(minute, { minLength: 2, maxLength: 5 }).chain((cuts) => {
    const sorted = cuts.toSorted((a, b) => a - b);
    return fc
      .array(fc.integer({ min: 0, max: 300_000 }), { minLength: sorted.length, maxLength: sorted.length })
      .map((fees) =>
        sorted.slice(1).map((end, at) => ({
          stage: `Stage${at}`,
          fee: fees[at] ?? 0,
          startDate: instant(sorted[at] ?? 0),
          endDate: new Date(Date.parse(instant(end)) - 1).toISOString(),
        })),
      );
  });
  const paper = fc.record({
    localFee: fc.integer({ min: 0, max: 400_000 }),
    boardFee: fc.integer({ min: 0, max: 400_000 }),
    vat: fc.integer({ min: 0, max: 60_000 }),
    isTier: fc.boolean(),
    tierFees: tiers,
    isLateEntryCharge: fc.boolean(),
    lateEntryCharges: stages,
  });
  const cart = fc
    .tuple(
      fc.array(paper, { minLength: 1, maxLength: 4 }),
      fc.array(fc.uniqueArray(fc.nat(3), { minLength: 1, maxLength: 2 }), { maxLength: 12 }),
    )
    .map(([catalogue, picks]) => {
      const known = catalogue.map((each, at) => ({ ...each, sessionSubjectId: `p${at}` }));
      return picks.map((pick, at): CartApplication => {
        const papers = pick.flatMap((index) => known[index] ?? []);
        return { applicationId: `a${at}`, papers: papers.length > 0 ? papers : known.slice(0, 1) };
      });
    });

  it('cost what an independent calculation says, line sums included [5.5 R-45 R-51 R-94]', () => {
    fc.assert(
      fc.property(cart, (applications) => {
        const price = priceOrder(applications, now);
        const { originalAmount: original, tierDiscountAmount: discount, lateEntryChargeAmount: late } = price;
        expect({ original, discount, late, total: price.totalAmount, pay: price.payAmount }).toEqual(
          secondOpinion(applications),
        );
        for (const line of price.lines) {
          const parts =
            line.localFeeAmount + line.boardFeeAmount + line.otherFeeAmount + line.vat + line.lateEntryChargeAmount;
          expect(line.payAmount).toBe(parts);
          expect(line.payAmount).toBe(line.originalAmount - line.tierDiscountAmount + line.lateEntryChargeAmount);
          expect(line.tierDiscountAmount).toBeGreaterThanOrEqual(0);
        }
      }),
      { numRuns: 10_000, seed: 20_261_121 },
    );
  });
});
