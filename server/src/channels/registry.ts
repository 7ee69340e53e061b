import type { PaymentType } from '@exam/contract/entities';
import { createAlipay } from './alipay.ts';
import type { Config } from '#platform/config';
import { settings } from '#platform/settings';
import type { ChannelPort } from './channel.ts';

type ChannelName = 'alipay';

/** How people find a way of paying on the screen (3-domain 7). */
type Group = 'Scan' | 'Bank' | 'Company' | 'Other';

type Way = { paymentType: PaymentType; channel: ChannelName; group: Group };

/** Which channel serves which type; a type of a channel without settings is not offered. */
const ways: readonly Way[] = [{ paymentType: 'ALI_SCANCODE_PAY', channel: 'alipay', group: 'Scan' }];

let opened: { by: Config; ports: ReadonlyMap<ChannelName, ChannelPort> } | null = null;

/** The channel of that name; null when it is unknown or not configured. @throws Error when its keys cannot be read. */
export function channelNamed(name: string): ChannelPort | null {
  return name === 'alipay' ? (ports().get(name) ?? null) : null;
}

/** What can really be used here, in the order of the screen. */
export function availableWays(): Way[] {
  return ways.filter((way) => ports().has(way.channel));
}

/** Made once per configuration; a test that opens other settings gets other channels. */
function ports(): ReadonlyMap<ChannelName, ChannelPort> {
  const config = settings();
  if (opened?.by !== config) opened = { by: config, ports: openChannels(config) };
  return opened.ports;
}

function openChannels({ alipay, publicUrl }: Config): Map<ChannelName, ChannelPort> {
  const open = new Map<ChannelName, ChannelPort>();
  const address = (way: string) => `${publicUrl}/api/payment/${way}/alipay`;
  if (alipay)
    open.set('alipay', createAlipay({ ...alipay, notifyUrl: address('notify'), returnUrl: address('return') }));
  return open;
}
