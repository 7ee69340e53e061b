import { describe, expect, it } from 'vitest';
import { instantOf } from './china-date.ts';
import {
  acceptedExtension,
  b2bPaymentEnd,
  canStartPayment,
  channelEndAt,
  paymentWindow,
  secondsRemaining,
} from './order-window.ts';

const at = (time: string) => instantOf('2026-11-21', time);
const limits = { now: at('12:00'), publishEndAt: [at('24:00')], stageEndAt: null, graceMinutes: 30 };

describe('the time to pay', () => {
  const end = (input: Partial<Parameters<typeof paymentWindow>[0]>) => {
    const window = paymentWindow({ ...limits, payMinutes: 30, ...input });
    return window.ok ? window.paymentEndAt : window.code;
  };

  it('is thirty minutes from creation [R-45]', () => {
    expect(end({})).toBe(at('12:30'));
    expect(end({ publishEndAt: [] })).toBe(at('12:30'));
  });

  it('stays whole for an order created a minute before registration ends [R-44]', () => {
    expect(end({ now: at('23:59') })).toBe(instantOf('2026-11-22', '00:29'));
  });

  it('is capped by the earliest end of registration plus grace [R-44]', () => {
    expect(end({ now: at('12:10'), publishEndAt: [at('24:00'), at('12:05')] })).toBe(at('12:35'));
    expect(end({ now: at('12:20'), publishEndAt: [at('12:05')] })).toBe(at('12:35'));
  });

  it('is capped by the end of the late-entry stage used for the price [R-45]', () => {
    expect(end({ stageEndAt: at('12:15') })).toBe(at('12:15'));
  });

  it('is never under ten minutes: an order that could not have them is refused [R-45]', () => {
    expect(end({ now: at('12:25'), publishEndAt: [at('12:05')] })).toBe(at('12:35'));
    expect(end({ now: at('12:25:01'), publishEndAt: [at('12:05')] })).toBe('ORDER_WINDOW_TOO_SHORT');
  });

  it('grows once to a day for B2B, under the same caps, and never shrinks [R-46]', () => {
    const b2b = { ...limits, paymentEndAt: at('12:30'), b2bHours: 24 };
    expect(b2bPaymentEnd(b2b)).toBe(instantOf('2026-11-22', '00:30'));
    expect(b2bPaymentEnd({ ...b2b, publishEndAt: [instantOf('2026-12-31')] })).toBe(instantOf('2026-11-22', '12:00'));
    expect(b2bPaymentEnd({ ...b2b, stageEndAt: at('12:20') })).toBe(at('12:30'));
  });

  it('grows by ten minutes six times while an accepted payment is pending [R-45 9.4#7]', () => {
    expect(acceptedExtension(at('12:30'), 0)).toBe(at('12:40'));
    expect(acceptedExtension(at('13:20'), 5)).toBe(at('13:30'));
    expect(acceptedExtension(at('13:30'), 6)).toBeNull();
  });
});

describe('the countdown', () => {
  it('counts whole seconds down to zero and no further [R-45]', () => {
    expect(secondsRemaining(at('12:00'), at('12:30'))).toBe(1800);
    expect(secondsRemaining('2026-11-21T04:00:00.001Z', '2026-11-21T04:00:01.000Z')).toBe(1);
    expect(secondsRemaining(at('12:31'), at('12:30'))).toBe(0);
  });

  it('lets no payment start in the last minute, where the channel has already closed [C11 9.4#3]', () => {
    expect(canStartPayment(at('12:29'), at('12:30'))).toBe(true);
    expect(canStartPayment('2026-11-21T04:29:00.001Z', at('12:30'))).toBe(false);
    expect(channelEndAt(at('12:30'))).toBe(at('12:29'));
  });
});
