import { addMinutes, addSeconds, earliest, later, millisecondsBetween } from './china-date.ts';
import type { Instant } from './china-date.ts';
import { shortestWindowMinutes } from './late-entry.ts';

/** Why no order can be created now. */
export const orderWindowRefusals = ['ORDER_WINDOW_TOO_SHORT'] as const;

/** No payment starts in the last minute, and the channel's own order ends a minute before ours (C11). */
export const channelMarginSeconds = 60;
/** How many times a payment that the channel has accepted but not settled extends the order (R-45, 9.4#7). */
export const maxAcceptedExtensions = 6;
/** By how many minutes each time. */
export const acceptedExtensionMinutes = 10;

/** What limits the time to pay. */
export interface WindowLimits {
  now: Instant;
  /** The end of registration of every line's session. */
  publishEndAt: readonly Instant[];
  /** The end of the late-entry stage used for the price, or null (see `priceOrder`). */
  stageEndAt: Instant | null;
  /** Minutes after the end of registration in which an order may still be paid. */
  graceMinutes: number;
}

export type PaymentWindow =
  | { ok: true; paymentEndAt: Instant }
  | { ok: false; code: (typeof orderWindowRefusals)[number] };

/**
 * Until when an order created now has to be paid: `payMinutes` from now, capped by the earliest end of registration plus
 * grace and by the end of the late-entry stage. Refused when the caps leave less than 10 minutes.
 */
export function paymentWindow(input: WindowLimits & { payMinutes: number }): PaymentWindow {
  const cap = capOf(input);
  const full = addMinutes(input.now, input.payMinutes);
  if (cap === null) return { ok: true, paymentEndAt: full };
  if (millisecondsBetween(input.now, cap) < shortestWindowMinutes * 60_000) {
    return { ok: false, code: 'ORDER_WINDOW_TOO_SHORT' };
  }
  return { ok: true, paymentEndAt: full < cap ? full : cap };
}

/**
 * Until when an order has to be paid once B2B was chosen at `now`: `b2bHours` from then under the same caps, never earlier
 * than before. The caller allows it once per order.
 */
export function b2bPaymentEnd(input: WindowLimits & { paymentEndAt: Instant; b2bHours: number }): Instant {
  const extended = addMinutes(input.now, input.b2bHours * 60);
  const cap = capOf(input) ?? extended;
  return later(input.paymentEndAt, extended < cap ? extended : cap);
}

/** The next deadline of an order whose payment is accepted and pending, or null after the sixth extension (R-45, 9.4#7). */
export function acceptedExtension(paymentEndAt: Instant, extensionsUsed: number): Instant | null {
  return extensionsUsed < maxAcceptedExtensions ? addMinutes(paymentEndAt, acceptedExtensionMinutes) : null;
}

/** Whole seconds left to pay, never negative; the last part of a second still counts as one, so no screen gives up too early. */
export function secondsRemaining(now: Instant, paymentEndAt: Instant): number {
  return Math.max(0, Math.ceil(millisecondsBetween(now, paymentEndAt) / 1000));
}

/** Whether a payment may start now: at least 60 seconds are left (C11, 9.4#3). */
export function canStartPayment(now: Instant, paymentEndAt: Instant): boolean {
  return millisecondsBetween(now, paymentEndAt) >= channelMarginSeconds * 1000;
}

/** When the channel's own order ends: 60 seconds before ours (C11). */
export function channelEndAt(paymentEndAt: Instant): Instant {
  return addSeconds(paymentEndAt, -channelMarginSeconds);
}

function capOf({ publishEndAt, stageEndAt, graceMinutes }: WindowLimits): Instant | null {
  const closing = publishEndAt.map((end) => addMinutes(end, graceMinutes));
  return earliest(stageEndAt === null ? closing : [...closing, stageEndAt]);
}
