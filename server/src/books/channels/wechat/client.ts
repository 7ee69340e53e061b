import { createDecipheriv, createSign, createVerify, type KeyObject } from 'node:crypto';
import { millisecondsBetween } from '@exam/contract/rules';
import { randomBytes } from '#platform/chance';
import { readNowAlone } from '#platform/clock';
import { ConfigError } from '#platform/config';
import { callOut, NetworkError } from '#platform/network';
import { ChannelSilent, type MessageHeaders } from '../channel.ts';
import { readPrivateKey, readPublicKey } from '../rsa-keys.ts';

/** How people sign in inside WeChat. */
export type WechatSignIn = {
  /** Ours, of the official account that `appId` names. */
  appSecret: string;
  /** `https://open.weixin.qq.com/connect/oauth2/authorize` */
  page: string;
  /** `https://api.weixin.qq.com/sns/oauth2/access_token` */
  endpoint: string;
};

export type WechatSettings = {
  mchId: string;
  appId: string;
  /** Ours, named to the channel by the serial number of its certificate. */
  privateKey: string;
  serial: string;
  /** The channel's public key, named by an id that begins with `PUB_KEY_ID_`. */
  publicKey: string;
  publicKeyId: string;
  /** 32 characters under which notifications are sealed. */
  apiV3Key: string;
  /** `https://api.mch.weixin.qq.com` */
  endpoint: string;
  notifyUrl: string;
  returnUrl: string;
  /** null: nobody can pay inside WeChat. */
  signIn: WechatSignIn | null;
};

/** A signed answer: its status and its fields; none for an empty one. */
type WechatAnswer = { status: number; fields: Record<string, unknown> };

export type WechatClient = {
  /** Sends a signed call and believes only a signed answer, refusals too. @throws ChannelSilent */
  call(method: 'GET' | 'POST', path: string, content?: object): Promise<WechatAnswer>;
  /** Whether the channel signed exactly these bytes, lately. */
  check(body: string, headers: MessageHeaders, now: string): 'good' | 'badSignature' | 'stale';
  /** Our signature over a text, in base64. */
  sign(text: string): string;
  /** Opens what a notification seals. @throws Error when it was not sealed under our key. */
  open(resource: { ciphertext: string; nonce: string; associatedData: string }): string;
};

/** How far a signature's time may lie from ours (T13). */
const freshMilliseconds = 5 * 60_000;
const tagBytes = 16;

/**
 * WeChat Pay's APIv3 on Node's own cryptography: calls signed with our key, answers and notifications believed by the channel's public
 * key alone (new merchants get no platform certificates).
 * @throws ConfigError when a key cannot be read.
 */
export function createWechatClient(settings: WechatSettings): WechatClient {
  const { privateKey, publicKey } = readKeys(settings);
  const origin = new URL(settings.endpoint).origin;
  const base = settings.endpoint.replace(/(?<!\/)\/+$/, '');
  const basePath = new URL(base).pathname.replace(/\/$/, '');

  function check(body: string, headers: MessageHeaders, now: string) {
    const [timestamp, nonce] = [headers['wechatpay-timestamp'], headers['wechatpay-nonce']];
    const [serial, signature] = [headers['wechatpay-serial'], headers['wechatpay-signature']];
    if (typeof timestamp !== 'string' || typeof nonce !== 'string' || typeof signature !== 'string')
      return 'badSignature';
    if (serial !== settings.publicKeyId) return 'badSignature';
    const isGood = createVerify('RSA-SHA256')
      .update(`${timestamp}\n${nonce}\n${body}\n`)
      .verify(publicKey, signature, 'base64');
    if (!isGood) return 'badSignature';
    const away = Math.abs(Number(timestamp) * 1000 - millisecondsBetween('1970-01-01T00:00:00.000Z', now));
    return away <= freshMilliseconds ? 'good' : 'stale';
  }

  const sign = (text: string) => createSign('RSA-SHA256').update(text).sign(privateKey, 'base64');
  return {
    check,
    sign,
    call: async (method, path, content) => {
      const body = content === undefined ? '' : JSON.stringify(content);
      const now = await readNowAlone();
      const authorization = authorizationOf(settings, sign, { method, path: basePath + path, body, now });
      try {
        const answer = await callOut(base + path, {
          method,
          headers: { authorization, accept: 'application/json', 'content-type': 'application/json' },
          ...(content === undefined ? {} : { body }),
          allowedOrigins: [origin],
          timeoutMilliseconds: 5000,
        });
        if (check(answer.text, Object.fromEntries(answer.headers), now) !== 'good')
          throw new ChannelSilent('not signed');
        // A fault of the channel itself, or its limits: nothing is decided by them.
        if (answer.status >= 500 || answer.status === 429) throw new ChannelSilent(answer.status);
        return { status: answer.status, fields: fieldsOf(answer.text) };
      } catch (error) {
        throw error instanceof NetworkError ? new ChannelSilent(error) : error;
      }
    },
    open: ({ ciphertext, nonce, associatedData }) => {
      const sealed = Buffer.from(ciphertext, 'base64');
      const key = Buffer.from(settings.apiV3Key, 'utf8');
      const decipher = createDecipheriv('aes-256-gcm', key, Buffer.from(nonce, 'utf8'), { authTagLength: tagBytes });
      decipher.setAAD(Buffer.from(associatedData, 'utf8'));
      decipher.setAuthTag(sealed.subarray(-tagBytes));
      return Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()]).toString('utf8');
    },
  };
}

type Signed = { method: string; path: string; body: string; now: string };

function authorizationOf(
  { mchId, serial }: WechatSettings,
  sign: WechatClient['sign'],
  { method, path, body, now }: Signed,
): string {
  const nonce = randomBytes(16).toString('hex');
  const timestamp = Math.floor(millisecondsBetween('1970-01-01T00:00:00.000Z', now) / 1000);
  const text = `${method}\n${path}\n${timestamp}\n${nonce}\n${body}\n`;
  const signature = sign(text);
  const parts = { mchid: mchId, nonce_str: nonce, signature, timestamp, serial_no: serial };
  return `WECHATPAY2-SHA256-RSA2048 ${Object.entries(parts)
    .map(([name, value]) => `${name}="${value}"`)
    .join(',')}`;
}

/** The fields of a JSON object; none of an empty answer. @throws ChannelSilent for anything else. */
function fieldsOf(text: string): Record<string, unknown> {
  if (text === '') return {};
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null) throw new ChannelSilent('no object');
  return { ...value };
}

function readKeys(settings: WechatSettings): { privateKey: KeyObject; publicKey: KeyObject } {
  const privateKey = readPrivateKey(settings.privateKey);
  const publicKey = readPublicKey(settings.publicKey);
  const isKeyWhole = Buffer.byteLength(settings.apiV3Key) === 32;
  if (privateKey && publicKey && isKeyWhole) return { privateKey, publicKey };
  throw new ConfigError([
    ...(privateKey ? [] : ['WECHAT_PRIVATE_KEY must be an RSA private key, in PEM or as bare base64.']),
    ...(publicKey ? [] : ["WECHAT_PUBLIC_KEY must be WeChat Pay's RSA public key, in PEM or as bare base64."]),
    ...(isKeyWhole ? [] : ['WECHAT_API_V3_KEY must be 32 characters long.']),
  ]);
}
