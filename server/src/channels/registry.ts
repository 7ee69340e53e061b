import type { PaymentType } from '@exam/contract/entities';
import { createAlipay } from './alipay.ts';
import type { AlipaySettings } from './alipay-client.ts';
import type { ChannelPort } from './channel.ts';

export type ChannelName = 'alipay';

/** How people find a way of paying on the screen (3-domain 7). */
type Group = 'Scan' | 'Bank' | 'Company' | 'Other';

type Way = { paymentType: PaymentType; channel: ChannelName; group: Group };

/** Which channel serves which type; a type of a channel without settings is not offered. */
const ways: readonly Way[] = [{ paymentType: 'ALI_SCANCODE_PAY', channel: 'alipay', group: 'Scan' }];

const open = new Map<ChannelName, ChannelPort>();

/**
 * Opens the channels that have settings, once per process (and again in a test).
 * @throws Error when a channel's keys cannot be read.
 */
export function openChannels(settings: {
  publicUrl: string;
  alipay: Omit<AlipaySettings, 'notifyUrl' | 'returnUrl'> | null;
}): void {
  open.clear();
  if (!settings.alipay) return;
  const address = (way: string) => `${settings.publicUrl}/api/payment/${way}/alipay`;
  open.set('alipay', createAlipay({ ...settings.alipay, notifyUrl: address('notify'), returnUrl: address('return') }));
}

/** The channel of that name; null when it is unknown or not configured. */
export function channelNamed(name: string): ChannelPort | null {
  return name === 'alipay' ? (open.get(name) ?? null) : null;
}

/** What can really be used here, in the order of the screen. */
export function availableWays(): Way[] {
  return ways.filter((way) => open.has(way.channel));
}
