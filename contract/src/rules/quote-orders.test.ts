import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { officialCalendar2026, provisionalCalendar2027 } from './calendar-data.ts';
import { addDays, addSeconds, instantOf, millisecondsBetween } from './china-date.ts';
import { priceOrder } from './price.ts';
import { quoteEnd } from './quote-end.ts';
import { ownRefundRows } from './refund-policy.ts';
import { quoteRefund, type RefundFacts } from './refund-quote.ts';
import { lastMomentBefore, workingCalendar } from './working-days.ts';

const calendar = workingCalendar([...officialCalendar2026, ...provisionalCalendar2027]);

/** An exam on any day of two years, make-up Saturdays and holidays included, and what a group paid for it. */
const facts = fc
  .record({
    day: fc.integer({ min: 20, max: 700 }),
    closes: fc.integer({ min: 0, max: 40 }),
    local: fc.integer({ min: 0, max: 500_000 }),
    board: fc.integer({ min: 0, max: 500_000 }),
    vat: fc.integer({ min: 0, max: 60_000 }),
    tier: fc.integer({ min: 0, max: 100 }),
    count: fc.integer({ min: 1, max: 12 }),
    origin: fc.constantFrom('Public' as const, 'Booking' as const),
    boardFeeRefundable: fc.boolean(),
  })
  .map(({ day, closes, local, board, vat, tier, count, origin, boardFeeRefundable }) => {
    const examDate = addDays('2026-01-05', day);
    const paper = {
      sessionSubjectId: 'paper',
      localFee: local,
      boardFee: board,
      vat: local + board === 0 ? 0 : vat,
      isTier: true,
      isLateEntryCharge: false,
      tierFees: [{ from: 2, to: null, localFee: Math.floor((local * tier) / 100) }],
      lateEntryCharges: [],
    };
    const lines = Array.from({ length: count }, (_, index) => ({ applicationId: String(index), papers: [paper] }));
    const [line] = priceOrder(lines, instantOf(examDate)).lines;
    const base: Omit<RefundFacts, 'requestedAt'> = {
      cause: 'Candidate',
      origin,
      deadlineAt: instantOf(addDays(examDate, -closes), '17:00'),
      examDate,
      examStartAt: instantOf(examDate, '09:00'),
      paid: {
        localFee: line?.localFeeAmount ?? 0,
        boardFee: line?.boardFeeAmount ?? 0,
        vat: line?.vat ?? 0,
        lateEntryCharge: 0,
        otherFee: 0,
      },
      boardFeeRefundable,
      calendar,
    };
    return { base, payAmount: line?.payAmount ?? 0 };
  });

/** Rational arithmetic, written another way than the rule: what a share of the local fee with its VAT comes to, half up. */
function expected({ localFee, boardFee, vat }: RefundFacts['paid'], percent: number): number {
  const taxed = BigInt(localFee + boardFee);
  if (taxed === 0n || localFee === 0) return 0;
  const numerator = BigInt(localFee) * BigInt(percent) * (taxed + BigInt(vat));
  const denominator = taxed * 100n;
  return Number((2n * numerator + denominator) / (2n * denominator));
}

/** From when (inclusive) to when (exclusive) a row applies; empty where it never does. */
function windowOf(row: string, base: Omit<RefundFacts, 'requestedAt'>): [string, string] {
  const fifth = lastMomentBefore(calendar, base.examDate, 5);
  const closed = addSeconds(base.deadlineAt, 0.001);
  const early = addSeconds(base.examStartAt, -60 * 86_400);
  if (row === 'P3') return [fifth, base.examStartAt];
  if (row === 'P2' || row === 'B2') return [closed, fifth];
  return [early, closed < fifth ? closed : fifth];
}

const rowAt = (base: Omit<RefundFacts, 'requestedAt'>, requestedAt: string) => quoteRefund({ ...base, requestedAt });

describe('a quote on random orders', () => {
  it.each([
    ['P1', 'Public', 80],
    ['P2', 'Public', 50],
    ['B1', 'Booking', 80],
    ['B2', 'Booking', 50],
    ['P3', null, 0],
  ] as const)('is exactly the share of row %s, never more than was paid [R-72 C33 C34]', (row, origin, percent) => {
    fc.assert(
      fc.property(facts, fc.double({ min: 0, max: 1, noNaN: true }), ({ base, payAmount }, share) => {
        fc.pre(origin === null || base.origin === origin);
        const [from, to] = windowOf(row, base);
        fc.pre(from < to);
        const quote = rowAt(base, addSeconds(from, Math.floor((millisecondsBetween(from, to) - 1) * share) / 1000));
        const { localFee, boardFee } = base.paid;
        const isBoardBack = base.boardFeeRefundable && row === 'P1';
        const board = isBoardBack ? expected({ ...base.paid, localFee: boardFee, boardFee: localFee }, 100) : 0;
        expect(quote).toMatchObject({ row, percent, amount: expected(base.paid, percent) + board });
        // Two shares are each rounded half up once, so together they may reach one fen more than their sum.
        expect(quote.ok && quote.amount <= payAmount + (isBoardBack ? 1 : 0)).toBe(true);
      }),
      { numRuns: 10_000 },
    );
  });

  it('turns at the very millisecond of each deadline, across holidays and make-up days, and says when [R-72 R-73 5.3]', () => {
    fc.assert(
      fc.property(facts, ({ base }) => {
        const fifth = lastMomentBefore(calendar, base.examDate, 5);
        const before = rowAt(base, addSeconds(fifth, -0.001));
        const after = rowAt(base, fifth);
        expect(after).toMatchObject({ row: 'P3', amount: 0 });
        expect(before.ok && before.row !== 'P3').toBe(true);
        if (base.deadlineAt < fifth) {
          const [early, late] = ownRefundRows[base.origin];
          expect(rowAt(base, base.deadlineAt)).toMatchObject({ row: early });
          expect(rowAt(base, addSeconds(base.deadlineAt, 0.001))).toMatchObject({ row: late });
          expect(quoteEnd({ ...base, requestedAt: base.deadlineAt })).toBe(addSeconds(base.deadlineAt, 0.001));
        }
        expect(quoteEnd({ ...base, requestedAt: addSeconds(fifth, -0.001) })).toBe(fifth);
        expect(rowAt(base, base.examStartAt)).toMatchObject({ ok: false });
        expect(rowAt(base, addSeconds(base.examStartAt, -0.001))).toMatchObject({ ok: true });
      }),
      { numRuns: 3_000 },
    );
  });
});
