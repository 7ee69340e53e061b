import { createCipheriv, createSign, createVerify } from 'node:crypto';
import { randomHex } from '../chance.ts';
import type { KeyObject } from 'node:crypto';

/** What the Authorization header of a merchant's call claims. */
export interface Claim {
  mchId: string;
  nonce: string;
  timestamp: string;
  serial: string;
  signature: string;
}

/** Reads `WECHATPAY2-SHA256-RSA2048 mchid="..",nonce_str="..",..`; undefined when it is something else. */
export function claimOf(authorization: string): Claim | undefined {
  if (!authorization.startsWith('WECHATPAY2-SHA256-RSA2048 ')) return undefined;
  const parts = new Map(
    [...authorization.matchAll(/\b(\w+)="([^"]*)"/g)].map(([, name = '', value = '']) => [name, value]),
  );
  const [mchId, nonce, timestamp] = [parts.get('mchid'), parts.get('nonce_str'), parts.get('timestamp')];
  const [serial, signature] = [parts.get('serial_no'), parts.get('signature')];
  if (!mchId || !nonce || !timestamp || !serial || !signature) return undefined;
  return { mchId, nonce, timestamp, serial, signature };
}

/** Whether a call carries the merchant's own signature over exactly these bytes. */
export function callIsGenuine(
  { method, url, body }: { method: string; url: string; body: string },
  claim: Claim,
  merchantPublicKey: string,
): boolean {
  return createVerify('RSA-SHA256')
    .update(`${method}\n${url}\n${claim.timestamp}\n${claim.nonce}\n${body}\n`)
    .verify(merchantPublicKey, claim.signature, 'base64');
}

/** The headers with which the channel signs an answer or a notification; `at` in milliseconds. */
export function signedHeaders(
  body: string,
  {
    privateKey,
    keyId,
    at,
    isGenuine = true,
  }: { privateKey: KeyObject; keyId: string; at: number; isGenuine?: boolean },
): Record<string, string> {
  const timestamp = String(Math.floor(at / 1000));
  const nonce = randomHex(32);
  const signed = `${timestamp}\n${nonce}\n${isGenuine ? body : `${body} `}\n`;
  return {
    'wechatpay-timestamp': timestamp,
    'wechatpay-nonce': nonce,
    'wechatpay-serial': keyId,
    'wechatpay-signature': createSign('RSA-SHA256').update(signed).sign(privateKey, 'base64'),
  };
}

/** A resource as notifications carry it: AES-256-GCM under the merchant's APIv3 key. */
export function sealedResource(plain: string, apiV3Key: string, associatedData: string): Record<string, string> {
  const nonce = randomHex(12);
  const cipher = createCipheriv('aes-256-gcm', Buffer.from(apiV3Key, 'utf8'), Buffer.from(nonce, 'utf8'));
  cipher.setAAD(Buffer.from(associatedData, 'utf8'));
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final(), cipher.getAuthTag()]);
  return {
    algorithm: 'AEAD_AES_256_GCM',
    ciphertext: sealed.toString('base64'),
    associated_data: associatedData,
    nonce,
  };
}
