import type { PaymentType } from '@exam/contract/entities';
import type { PaymentOption } from './payment-data.ts';

const key = 'pay-way';

/** The way that was used last on this device, where it is offered. */
export function lastWay(options: readonly PaymentOption[]): PaymentType | null {
  try {
    const last = localStorage.getItem(key);
    return options.find(({ paymentType }) => paymentType === last)?.paymentType ?? null;
  } catch {
    return null;
  }
}

/** Remembers the way that was chosen, which names nobody. */
export function keepWay(way: PaymentType): void {
  try {
    localStorage.setItem(key, way);
  } catch {
    // It is asked for again; nothing is lost.
  }
}
