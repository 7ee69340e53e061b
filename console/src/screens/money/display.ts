import { wordOf } from '../../page/index.ts';
import type { OrderStatus } from '@exam/contract/entities';
import { instantOf } from '@exam/contract/rules';
import type { MoneyMessages } from '../../messages/en/money.ts';
import type { Tone } from '@exam/ui/parts';

/** The colour of an order's status. */
export const orderTones: Readonly<Record<OrderStatus, Tone>> = {
  PaymentPending: 'amber',
  PaymentSuccessful: 'jade',
  PaymentExpired: 'plain',
};

/** A channel's name. */
export function channelOf(words: MoneyMessages, channel: string): string {
  return wordOf(words.channels, channel);
}

/** What a field for a moment gives, read as China time; null while it is not complete. */
export function instantOfInput(value: string): string | null {
  const [, date, time] = /^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2})$/.exec(value) ?? [];
  return date === undefined || time === undefined ? null : instantOf(date, time);
}
