import type { PaymentType } from '@exam/contract/entities';
import { createAlipay } from './alipay/alipay.ts';
import { Counter } from 'prom-client';
import type { Config } from '#platform/config';
import { currentLane } from '#platform/http/request-context';
import { logWarning } from '#platform/log';
import { metrics } from '#platform/metrics';
import { settings } from '#platform/settings';
import { createCard } from './card/card.ts';
import { type ChannelPort, ChannelSilent, type Device } from './channel.ts';
import { createUnionpay } from './unionpay/unionpay.ts';
import { createWechat } from './wechat/wechat.ts';

/** How people find a way of paying on the screen (3-domain 7). */
type Group = 'Scan' | 'Bank' | 'Company' | 'Other';

type Way = {
  paymentType: PaymentType;
  channel: string;
  group: Group;
  /** Only on these; default on all. */
  devices?: readonly Device[];
  /** Only in Apple's own browser. */
  isApple?: boolean;
  /** What the payer meets where it is not the usual: code or page on a computer, the app on a phone. */
  flow?: Readonly<Partial<Record<Device, 'page' | 'code' | 'sheet'>>>;
};

type Served = Omit<Way, 'channel'>;

/** A channel that can be had here: its name in our rows, what it serves, and how it is made of the settings. */
export type Adapter = {
  name: string;
  /** What a trade counts as of which only the channel is known; by default the first way it serves. */
  usualType?: PaymentType;
  /** All it can serve, or what it serves by the settings. */
  ways: readonly Served[] | ((config: Config) => readonly Served[]);
  /** @returns null where it is not configured. @throws ConfigError when its settings cannot be used. */
  open: (config: Config) => ChannelPort | null;
};

const addressOf = ({ publicUrl }: Config, way: 'notify' | 'return', channel: string) =>
  `${publicUrl}/api/payment/${way}/${channel}`;
const addresses = (config: Config, channel: string) => ({
  notifyUrl: addressOf(config, 'notify', channel),
  returnUrl: addressOf(config, 'return', channel),
});

/** Banks' own pages want a computer and a certificate on it; a code cannot be scanned by the phone that shows it. */
const desktop = ['desktop'] as const;

/** WeChat blocks Alipay; without a sign-in of ours it opens neither its own code nor its own page. */
const outsideWechat = ['desktop', 'phone'] as const;

const page = { desktop: 'page', phone: 'page', wechat: 'page' } as const;
const code = { desktop: 'code' } as const;

const unionpayWays: readonly Served[] = [
  { paymentType: 'UNION_SCANCODE_PAY', group: 'Scan', devices: desktop, flow: code },
  { paymentType: 'EXPRESS_PAY', group: 'Bank', flow: page },
  { paymentType: 'B2C', group: 'Bank', devices: desktop, flow: page },
  { paymentType: 'AGREEMENT_PAY', group: 'Bank', flow: page },
  { paymentType: 'B2B', group: 'Company', devices: desktop, flow: page },
];

const cardWay: Served = { paymentType: 'VISA_Master_AE_JCB', group: 'Other', flow: page };
const appleWay: Served = { paymentType: 'APPLE_PAY', group: 'Other', devices: outsideWechat, flow: page };
const wechatWay: Served = {
  paymentType: 'WEIXIN_SCANCODE_PAY',
  group: 'Scan',
  flow: { desktop: 'code', wechat: 'sheet' },
};
const appleWays: Readonly<Record<NonNullable<Config['card']>['applePay'], readonly Served[]>> = {
  off: [],
  on: [{ ...appleWay, isApple: true }],
  anywhere: [appleWay],
};

/** Every channel, in the order of the screen; a type of a channel without settings is not offered. */
export const adapters: readonly Adapter[] = [
  {
    name: 'alipay',
    ways: [{ paymentType: 'ALI_SCANCODE_PAY', group: 'Scan', devices: outsideWechat }],
    open: (config) => config.alipay && createAlipay({ ...config.alipay, ...addresses(config, 'alipay') }),
  },
  {
    name: 'wechat',
    ways: ({ wechat }) => [wechat?.signIn ? wechatWay : { ...wechatWay, devices: outsideWechat }],
    open: (config) => config.wechat && createWechat({ ...config.wechat, ...addresses(config, 'wechat') }),
  },
  {
    name: 'unionpay',
    ways: ({ unionpay }) => unionpayWays.filter(({ paymentType }) => unionpay?.ways.includes(paymentType)),
    open: (config) => config.unionpay && createUnionpay({ ...config.unionpay, ...addresses(config, 'unionpay') }),
  },
  {
    name: 'card',
    usualType: 'VISA_Master_AE_JCB',
    ways: ({ card }) => [...appleWays[card?.applePay ?? 'off'], cardWay],
    open: (config) => config.card && createCard({ ...config.card, returnUrl: addressOf(config, 'return', 'card') }),
  },
];

type Open = { ways: readonly Way[]; ports: ReadonlyMap<string, ChannelPort>; usual: ReadonlyMap<string, PaymentType> };

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

/** What a trade of a channel counts as where only the channel is known; null for a channel that is not configured. */
export function usualTypeOf(channel: string): PaymentType | null {
  return channels().usual.get(channel) ?? null;
}

/** What can really be used here, in the order of the screen. */
export function availableWays(): readonly Way[] {
  return channels().ways;
}

/** Who wants to pay, and how much: fen. */
export type Payer = { device: Device; isApple: boolean; amount: number };

/** The ways that suit a payer: by what is configured, by the device and by the amount. */
export function waysFor({ device, isApple, amount }: Payer): readonly Way[] {
  const { limits } = settings();
  return availableWays().filter((way) => {
    const limit = limits.get(way.paymentType);
    const isWithin = limit === undefined || (amount >= limit.from && amount <= limit.to);
    const isHere = isApple || way.isApple !== true;
    return isWithin && isHere && (way.devices ?? [device]).includes(device);
  });
}

function channels(): Open {
  if (opened?.by === settings()) return opened;
  openChannels();
  return channels();
}

const silences = new Counter({
  name: 'channel_silent_total',
  help: 'Questions to a payment channel without an answer that can be trusted',
  labelNames: ['channel'],
  registers: [metrics],
});

/** An answer that took longer is told: payers wait for it, or for its end. */
const slowMilliseconds = 3000;

/** How a channel does: how many answers in a row were slow or never came, and how many questions are open. */
type Health = { slow: number; open: number };

/** After so many slow answers in a row jobs ask one thing at a time. */
const mostSlow = 2;

/**
 * Whether a job leaves a channel alone: it is slow, and another job is asking already. Whoever is left alone hears the same as from a silent
 * channel and comes back; meanwhile the workers are free for other channels, and for orders that wait for none.
 */
function isSpared({ slow, open }: Health): boolean {
  return currentLane() === 'jobs' && slow >= mostSlow && open > 0;
}

/** The same channel, whose silence and slowness are told: whoever asked only asks again, and nobody would know why payments are slow. */
function telling(channel: string, port: ChannelPort): ChannelPort {
  const health: Health = { slow: 0, open: 0 };
  const timing = (begun: number) => (): void => {
    const milliseconds = Math.round(performance.now() - begun);
    health.open -= 1;
    health.slow = milliseconds > slowMilliseconds ? health.slow + 1 : 0;
    if (milliseconds > slowMilliseconds) logWarning('channel slow', { channel, milliseconds });
  };
  const tell = (error: unknown): never => {
    if (error instanceof ChannelSilent) {
      silences.inc({ channel });
      logWarning('channel silent', { channel });
    }
    throw error;
  };
  return new Proxy(port, {
    get(target, property) {
      const value: unknown = Reflect.get(target, property);
      if (typeof value !== 'function' || property === 'parseNotify') return value;
      return async (...given: unknown[]): Promise<unknown> => {
        if (isSpared(health)) throw new ChannelSilent();
        const ask = async (): Promise<unknown> => await Reflect.apply(value, target, given);
        health.open += 1;
        return await ask().finally(timing(performance.now())).catch(tell);
      };
    },
  });
}

function open(offered: readonly Adapter[]): Open {
  const ports = new Map<string, ChannelPort>();
  const ways: Way[] = [];
  const usual = new Map<string, PaymentType>();
  for (const { name, ways: served, open: openPort, usualType } of offered) {
    const port = openPort(settings());
    if (!port) continue;
    ports.set(name, telling(name, port));
    const list = typeof served === 'function' ? served(settings()) : served;
    ways.push(...list.map((way) => ({ ...way, channel: name })));
    const first = usualType ?? list[0]?.paymentType;
    if (first) usual.set(name, first);
  }
  return { ways, ports, usual };
}
