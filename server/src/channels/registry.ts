import type { PaymentType } from '@exam/contract/entities';
import { createAlipay } from './alipay.ts';
import type { Config } from '#platform/config';
import { settings } from '#platform/settings';
import type { ChannelPort } from './channel.ts';

/** How people find a way of paying on the screen (3-domain 7). */
type Group = 'Scan' | 'Bank' | 'Company' | 'Other';

type Way = { paymentType: PaymentType; channel: string; group: Group };

/** A channel that can be had here: its name in our rows, what it serves, and how it is made of the settings. */
export type Adapter = {
  name: string;
  ways: readonly Omit<Way, 'channel'>[];
  /** @returns null where it is not configured. @throws ConfigError when its settings cannot be used. */
  open: (config: Config) => ChannelPort | null;
};

/** Every channel, in the order of the screen; a type of a channel without settings is not offered. */
export const adapters: readonly Adapter[] = [
  {
    name: 'alipay',
    ways: [{ paymentType: 'ALI_SCANCODE_PAY', group: 'Scan' }],
    open: ({ alipay, publicUrl }) => {
      const address = (way: string) => `${publicUrl}/api/payment/${way}/alipay`;
      return alipay && createAlipay({ ...alipay, notifyUrl: address('notify'), returnUrl: address('return') });
    },
  },
];

type Open = { ways: readonly Way[]; ports: ReadonlyMap<string, ChannelPort> };

let opened: (Open & { by: Config }) | null = null;

/**
 * Makes the channels of the current settings: called at start-up, so that a server which could not take money does not start.
 * @throws ConfigError naming the settings that cannot be used.
 */
export function openChannels(offered: readonly Adapter[] = adapters): void {
  opened = { by: settings(), ...open(offered) };
}

/** The channel of that name; null when it is unknown or not configured. */
export function channelNamed(name: string): ChannelPort | null {
  return channels().ports.get(name) ?? null;
}

/** What can really be used here, in the order of the screen. */
export function availableWays(): readonly Way[] {
  return channels().ways;
}

function channels(): Open {
  if (opened?.by === settings()) return opened;
  openChannels();
  return channels();
}

function open(offered: readonly Adapter[]): Open {
  const ports = new Map<string, ChannelPort>();
  const ways: Way[] = [];
  for (const { name, ways: served, open: openPort } of offered) {
    const port = openPort(settings());
    if (!port) continue;
    ports.set(name, port);
    ways.push(...served.map((way) => ({ ...way, channel: name })));
  }
  return { ways, ports };
}
