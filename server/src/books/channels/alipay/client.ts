import type { KeyObject } from 'node:crypto';
import { addMinutes } from '@exam/contract/rules';
import { AlipaySdk } from 'alipay-sdk';
import { readNowAlone } from '#platform/clock';
import { ConfigError } from '#platform/config';
import { ChannelSilent } from '../channel.ts';
import { readPrivateKey, readPublicKey } from '../rsa-keys.ts';

export type AlipaySettings = {
  appId: string;
  /** PEM or bare base64, PKCS 8 or PKCS 1. */
  privateKey: string;
  /** The channel's key, PEM or bare base64. */
  publicKey: string;
  gateway: string;
  sellerId: string;
  notifyUrl: string;
  returnUrl: string;
};

/** An answer of the channel, in its own field names. `code` 10000 is a success. */
export type AlipayAnswer = Readonly<Record<string, string>>;

export type AlipayClient = {
  /** Sends a signed call and believes only a signed answer. @throws ChannelSilent */
  call(method: string, content: Readonly<Record<string, string>>): Promise<AlipayAnswer>;
  /** A signed address of a page of the channel; nothing is sent. */
  pageUrl(method: string, content: Readonly<Record<string, string>>): Promise<string>;
  isSigned(fields: Readonly<Record<string, string>>): boolean;
};

const chinaOffsetMinutes = 8 * 60;

/** `2026-11-21T08:00:00.000Z` -> `2026-11-21 16:00:00`, the channel's way of writing time. */
export function chinaStamp(instant: string): string {
  return addMinutes(instant, chinaOffsetMinutes).slice(0, 19).replace('T', ' ');
}

/** The instant of a time written by the channel; null when it is none. */
export function fromChinaStamp(stamp: string): string | null {
  const parts = /^(\d{4}-\d\d-\d\d) (\d\d:\d\d:\d\d)(?:\.\d+)?$/.exec(stamp);
  return parts ? addMinutes(`${parts[1]}T${parts[2]}.000Z`, -chinaOffsetMinutes) : null;
}

/**
 * The official SDK, held to what it does not do by itself: every answer's signature is checked, times are China's whatever
 * the process's zone is, and both keys must be real.
 * @throws ConfigError when a key cannot be read: the server must not start with it.
 */
export function createAlipayClient(settings: AlipaySettings): AlipayClient {
  const { privateKey, publicKey } = readKeys(settings);
  const sdk = new AlipaySdk({
    appId: settings.appId,
    keyType: 'PKCS8',
    privateKey: privateKey.export({ type: 'pkcs8', format: 'pem' }).toString(),
    alipayPublicKey: publicKey.export({ type: 'spki', format: 'pem' }).toString(),
    gateway: settings.gateway,
    signType: 'RSA2',
    camelcase: false,
    timeout: 5000,
  });
  const common = async () => ({ timestamp: chinaStamp(await readNowAlone()), notifyUrl: settings.notifyUrl });
  return {
    call: async (method, content) => {
      const params = { ...(await common()), bizContent: { ...content } };
      try {
        return textsOf(await sdk.exec(method, params, { validateSign: true }));
      } catch (error) {
        throw new ChannelSilent(error);
      }
    },
    pageUrl: async (method, content) =>
      sdk.pageExecute(method, 'GET', {
        ...(await common()),
        returnUrl: settings.returnUrl,
        bizContent: { ...content },
      }),
    // The SDK believes the notification's own word for the algorithm; only ours may be named.
    isSigned: (fields) => fields['sign_type'] === 'RSA2' && sdk.checkNotifySignV2({ ...fields }),
  };
}

function textsOf(answer: object): AlipayAnswer {
  return Object.fromEntries(
    Object.entries(answer).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
}

/** Both keys, or what is wrong with each: a wrong one would only show when somebody pays. */
function readKeys(given: { privateKey: string; publicKey: string }): { privateKey: KeyObject; publicKey: KeyObject } {
  const privateKey = readPrivateKey(given.privateKey);
  const publicKey = readPublicKey(given.publicKey);
  if (privateKey && publicKey) return { privateKey, publicKey };
  throw new ConfigError([
    ...(privateKey ? [] : ['ALIPAY_PRIVATE_KEY must be an RSA private key, in PEM or as bare base64.']),
    ...(publicKey ? [] : ["ALIPAY_PUBLIC_KEY must be Alipay's RSA public key, in PEM or as bare base64."]),
  ]);
}
