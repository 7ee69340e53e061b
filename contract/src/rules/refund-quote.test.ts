import { describe, expect, it } from 'vitest';
import { officialCalendar2026, provisionalCalendar2027 } from './calendar-data.ts';
import { addSeconds, instantOf } from './china-date.ts';
import { isQuoteEndProvisional, quoteEnd } from './quote-end.ts';
import { policyWith, seedRefundPolicy, termsOf } from './refund-policy.ts';
import { quoteRefund } from './refund-quote.ts';
import type { RefundFacts } from './refund-quote.ts';
import { workingCalendar } from './working-days.ts';

// Wednesday 9 December; five working days before is Wednesday 2 December.
const facts: RefundFacts = {
  cause: 'Candidate',
  origin: 'Public',
  requestedAt: instantOf('2026-11-21', '12:00'),
  deadlineAt: instantOf('2026-11-25', '17:00'),
  examDate: '2026-12-09',
  examStartAt: instantOf('2026-12-09', '09:00'),
  paid: { localFee: 45_000, boardFee: 95_334, vat: 9_666, lateEntryCharge: 130_000, otherFee: 0 },
  boardFeeRefundable: false,
  calendar: workingCalendar(officialCalendar2026),
};
const quote = (change: Partial<RefundFacts>) => quoteRefund({ ...facts, ...change });

const fifthDay = { workingDaysBefore: 5, boardFeeReturned: false };

describe('the refund quote', () => {
  it('is 80 % of the local fee with its VAT until registration ends, without papers [R-72]', () => {
    // 45,000 + 9,666 x 45,000 / 140,334 = 48,099.5 fen; 80 % of it = 38,479.6
    const expected = { ok: true, row: 'P1', percent: 80, documentsRequired: false, ...fifthDay, amount: 38_480 };
    expect(quote({})).toEqual(expected);
    expect(quote({ requestedAt: instantOf('2026-11-25', '17:00') })).toEqual(expected);
  });

  it('is 50 % with papers after that, to the end of the fifth working day before [R-72 R-73]', () => {
    const expected = { ok: true, row: 'P2', percent: 50, documentsRequired: true, ...fifthDay, amount: 24_050 };
    expect(quote({ requestedAt: '2026-11-25T09:00:00.001Z' })).toEqual(expected);
    expect(quote({ requestedAt: '2026-12-02T15:59:59.999Z' })).toEqual(expected);
  });

  it('is nothing later, and nothing can be requested once the exam has started [R-72]', () => {
    expect(quote({ requestedAt: instantOf('2026-12-03') })).toMatchObject({
      row: 'P3',
      documentsRequired: false,
      amount: 0,
    });
    expect(quote({ requestedAt: instantOf('2026-12-09', '09:00') })).toEqual({
      ok: false,
      code: 'CANCELLATION_CLOSED',
    });
  });

  it('leaves the first row when registration ends within the last five working days [R-72]', () => {
    const late = { deadlineAt: instantOf('2026-12-07'), requestedAt: instantOf('2026-12-04') };
    expect(quote(late)).toMatchObject({ row: 'P3', amount: 0 });
  });

  it('is everything paid when the cause is the provider’s, even after the exam [R-72]', () => {
    const provider = { cause: 'Provider' as const, requestedAt: instantOf('2026-12-20') };
    expect(quote(provider)).toMatchObject({ row: 'P0', percent: 100, documentsRequired: false, amount: 280_000 });
    const paid = { ...facts.paid, otherFee: 1_000 };
    expect(quote({ ...provider, paid })).toMatchObject({ amount: 281_000 });
  });

  it('of a booked exam is 80 % without papers to its payment deadline, 50 % with papers after it, then nothing [R-72 R-65]', () => {
    const at = (requestedAt: string, own: Partial<RefundFacts> = {}) =>
      quote({ origin: 'Booking', requestedAt, ...own });
    const deadline = instantOf('2026-11-25', '17:00');
    expect(at(deadline)).toMatchObject({ row: 'B1', documentsRequired: false, amount: 38_480 });
    expect(at(addSeconds(deadline, 0.001))).toMatchObject({ row: 'B2', documentsRequired: true, amount: 24_050 });
    expect(at('2026-12-02T15:59:59.999Z')).toMatchObject({ row: 'B2' });
    expect(at(instantOf('2026-12-03'))).toMatchObject({ row: 'P3', amount: 0 });
    // A deadline that was moved into the last five working days gives nobody more, and the board's fee stays with the board.
    expect(at(instantOf('2026-12-03'), { deadlineAt: instantOf('2026-12-08') })).toMatchObject({
      row: 'P3',
      amount: 0,
    });
    expect(at(deadline, { boardFeeRefundable: true })).toMatchObject({ boardFeeReturned: false, amount: 38_480 });
  });

  it('adds the board fee with its VAT where the product says so, until registration ends [R-72]', () => {
    // 95,334 + 9,666 x 95,334 / 140,334 = 101,900.5 fen
    expect(quote({ boardFeeRefundable: true })).toMatchObject({
      row: 'P1',
      boardFeeReturned: true,
      amount: 38_480 + 101_900,
    });
    const terms = termsOf();
    const least = policyWith({ ...terms, P1: { ...terms.P1, percent: 1 } });
    expect(quoteRefund({ ...facts, boardFeeRefundable: true }, least)).toMatchObject({ boardFeeReturned: true });
    expect(quote({ boardFeeRefundable: true, requestedAt: instantOf('2026-11-26') })).toMatchObject({
      row: 'P2',
      boardFeeReturned: false,
      amount: 24_050,
    });
  });

  it('of a free exam is nothing', () => {
    expect(quote({ paid: { localFee: 0, boardFee: 0, vat: 0, lateEntryCharge: 0, otherFee: 0 } })).toMatchObject({
      amount: 0,
    });
  });
});

describe('the end of a refund quote', () => {
  const afterDeadline = '2026-11-25T09:00:00.001Z';
  const fifthDayOver = '2026-12-02T16:00:00.000Z';
  const end = (change: Partial<RefundFacts>, policy = seedRefundPolicy) => quoteEnd({ ...facts, ...change }, policy);

  it('is the next moment that decides: registration is over, the fifth working day is, the exam begins [R-72]', () => {
    expect(
      ['2026-11-21T04:00:00.000Z', facts.deadlineAt, afterDeadline, fifthDayOver].map((requestedAt) =>
        end({ requestedAt }),
      ),
    ).toEqual([afterDeadline, afterDeadline, fifthDayOver, facts.examStartAt]);
  });

  it('goes by the rows of its own kind of exam alone [R-72]', () => {
    const terms = termsOf();
    const own = { workingDaysBefore: 1 };
    const policy = policyWith({ ...terms, P1: { ...terms.P1, ...own }, P2: { ...terms.P2, ...own } });

    expect(end({ requestedAt: afterDeadline }, policy)).toBe('2026-12-08T16:00:00.000Z');
    expect(end({ requestedAt: afterDeadline, origin: 'Booking' }, policy)).toBe(fifthDayOver);
  });

  it('is provisional where it counts days of a year that is not announced, and nowhere else [3-domain:5.2 R-72]', () => {
    const calendar = workingCalendar([...officialCalendar2026, ...provisionalCalendar2027]);
    const announced = workingCalendar(
      [...officialCalendar2026, ...provisionalCalendar2027].map((day) => ({ ...day, source: 'Official' as const })),
    );
    const examDate = '2027-01-06';
    const later: RefundFacts = { ...facts, calendar, examDate, examStartAt: instantOf(examDate, '09:00') };
    const afterwards = { requestedAt: afterDeadline };

    expect(end({ ...later, ...afterwards })).toBe(instantOf('2026-12-30'));
    expect(isQuoteEndProvisional({ ...later, ...afterwards })).toBe(true);
    // The end of registration was laid down, and the exam begins when it begins.
    expect(isQuoteEndProvisional(later)).toBe(false);
    expect(isQuoteEndProvisional({ ...later, requestedAt: instantOf('2027-01-05', '12:00') })).toBe(false);
    expect(isQuoteEndProvisional({ ...later, ...afterwards, calendar: announced })).toBe(false);
    expect(isQuoteEndProvisional({ ...facts, ...afterwards })).toBe(false);
  });

  it('does not stop at a registration that no row asks about [R-72]', () => {
    const policy = seedRefundPolicy.filter(({ untilRegistrationEnds }) => !untilRegistrationEnds);

    expect(end({}, policy)).toBe(fifthDayOver);
  });
});
