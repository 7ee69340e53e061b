import { createPrivateKey, createPublicKey, generateKeyPairSync } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { KeyObject } from 'node:crypto';

/** The channel's own key pair. */
export interface AlipayKeys {
  privateKey: KeyObject;
  /** SubjectPublicKeyInfo in base64 on one line, as merchants paste it into their settings. */
  publicKey: string;
}

function pairOf(privateKey: KeyObject): AlipayKeys {
  const der = createPublicKey(privateKey).export({ type: 'spki', format: 'der' });
  return { privateKey, publicKey: der.toString('base64') };
}

/**
 * A channel's key pair: read from the folder, or made and kept there on the first start.
 * @param folder undefined: this process's own pair, which is forgotten at its end
 * @throws the file system's error when the folder cannot be written
 */
export function channelKeys(folder: string | undefined, name: string): AlipayKeys {
  if (folder === undefined) {
    const own = unkept.get(name) ?? newKey();
    unkept.set(name, own);
    return pairOf(own);
  }
  const file = join(folder, `${name}-private-key.pem`);
  if (existsSync(file)) return pairOf(createPrivateKey(readFileSync(file)));
  const privateKey = newKey();
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, privateKey.export({ type: 'pkcs8', format: 'pem' }), { mode: 0o600 });
  return pairOf(privateKey);
}

/** By name: a key takes a moment to make, and whoever keeps nothing may start often. */
const unkept = new Map<string, KeyObject>();

const newKey = (): KeyObject => generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;

/**
 * A merchant's public key as PEM, from PEM or from bare base64 on one line.
 * @throws Error when it is no RSA public key
 */
export function publicKeyPem(text: string): string {
  const pem = text.includes('BEGIN')
    ? text.replaceAll('\\n', '\n')
    : `-----BEGIN PUBLIC KEY-----\n${text.replaceAll(/\s/g, '')}\n-----END PUBLIC KEY-----`;
  const key = createPublicKey(pem);
  if (key.asymmetricKeyType !== 'rsa') throw new Error('not an RSA key');
  return key.export({ type: 'spki', format: 'pem' }).toString();
}
