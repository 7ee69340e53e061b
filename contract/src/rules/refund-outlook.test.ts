import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { officialCalendar2026 } from './calendar-data.ts';
import { addSeconds, instantOf } from './china-date.ts';

import { refundOutlook, refundTermsNow } from './refund-outlook.ts';
import { policyWith, termsOf } from './refund-policy.ts';
import { quoteRefund, type RefundFacts } from './refund-quote.ts';
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

describe('what comes back, as it is said before anything is paid', () => {
  it('is the quote of that moment, up to the moment of its end and not beyond [R-72]', () => {
    const moment = fc.integer({ min: 0, max: 18 * 24 * 60 });
    fc.assert(
      fc.property(moment, fc.boolean(), fc.integer({ min: 0, max: 9 }), (minutes, boardFeeRefundable, days) => {
        const terms = termsOf();
        const policy = policyWith({ ...terms, P1: { ...terms.P1, workingDaysBefore: days } });
        const asked = { ...facts, boardFeeRefundable, requestedAt: addSeconds(facts.requestedAt, minutes * 60) };
        const quoteAt = (requestedAt: string) => {
          const quote = quoteRefund({ ...asked, requestedAt }, policy);
          return quote.ok ? quote.amount : 0;
        };

        const now = refundTermsNow(asked, policy);
        const outlook = refundOutlook([{ terms: now, paid: asked.paid }]);

        expect(outlook?.amount ?? 0).toBe(quoteAt(asked.requestedAt));
        if (outlook) expect(quoteAt(addSeconds(outlook.until, -0.001))).toBe(outlook.amount);
        // A limit of a row that counts no more ends it too; by the usual terms there is none.
        if (outlook && days === 5) expect(quoteAt(outlook.until)).not.toBe(outlook.amount);
      }),
    );
  });

  it('is nothing once nothing comes back, or the exam has begun [R-72]', () => {
    const late = ['2026-12-03T04:00:00.000Z', facts.examStartAt];

    expect(late.map((requestedAt) => refundTermsNow({ ...facts, requestedAt }))).toEqual([null, null]);
    expect(refundOutlook([{ terms: null, paid: facts.paid }])).toBeNull();
    expect(refundOutlook([])).toBeNull();
  });

  it('of several lines is the sum, until the first of them that gives something back changes [R-72]', () => {
    const first = refundTermsNow(facts);
    const second = refundTermsNow({ ...facts, deadlineAt: instantOf('2026-11-24', '17:00') });
    const free = { ...facts.paid, localFee: 0 };
    const one = refundOutlook([{ terms: first, paid: facts.paid }]);

    const all = refundOutlook([
      { terms: first, paid: facts.paid },
      { terms: second, paid: facts.paid },
      { terms: { ...second!, until: '2026-11-22T00:00:00.000Z' }, paid: free },
      { terms: null, paid: facts.paid },
    ]);

    expect(all).toEqual({ amount: (one?.amount ?? 0) * 2, until: second?.until, documentsRequired: false });
  });
});
