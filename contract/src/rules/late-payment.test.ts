import { describe, expect, it } from 'vitest';
import { instantOf } from './china-date.ts';
import { decidePayment } from './late-payment.ts';

const end = instantOf('2026-11-21', '17:00');
const inTime = instantOf('2026-11-21', '17:30');
const tooLate = '2026-11-21T09:30:00.001Z';
const late = { decision: 'refund', reason: 'LatePayment' };
const duplicate = { decision: 'refund', reason: 'DuplicatePayment' };

describe('money for an order', () => {
  const combinations = [true, false].flatMap((seatsFree) =>
    [true, false].flatMap((waiting) => [inTime, tooLate].map((now) => ({ seatsFree, waiting, now }))),
  );
  const decide = (
    orderStatus: Parameters<typeof decidePayment>[0]['orderStatus'],
    facts: (typeof combinations)[number],
    isGivenUp = false,
  ) =>
    decidePayment({ orderStatus, isGivenUp, ...facts, publishEndAt: [instantOf('2026-11-30'), end], graceMinutes: 30 });

  it('completes a pending order whatever else is so [C17 9.4#4]', () => {
    expect(combinations.map((facts) => decide('PaymentPending', facts))).toEqual(
      combinations.map(() => ({ decision: 'complete' })),
    );
  });

  it('is given back when the order is paid already, whatever else is so [C17 9.4#11 R-50]', () => {
    expect(combinations.map((facts) => decide('PaymentSuccessful', facts))).toEqual(combinations.map(() => duplicate));
  });

  it('revives an expired order only with all seats free, nobody waiting and in time [S-3 C17 9.4#9 9.4#10 R-50]', () => {
    const decisions = combinations.map((facts) => [
      facts.seatsFree,
      facts.waiting,
      facts.now === inTime,
      decide('PaymentExpired', facts),
    ]);
    expect(decisions).toEqual([
      [true, true, true, late],
      [true, true, false, late],
      [true, false, true, { decision: 'revive' }],
      [true, false, false, late],
      [false, true, true, late],
      [false, true, false, late],
      [false, false, true, late],
      [false, false, false, late],
    ]);
  });

  it('is given back when the owner gave the order up, whatever else is so [C17 9.4#8 Q3]', () => {
    expect(combinations.map((facts) => decide('PaymentExpired', facts, true))).toEqual(combinations.map(() => late));
  });
});
