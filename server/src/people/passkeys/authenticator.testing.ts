import { createHash, createSign, generateKeyPairSync, type KeyObject, randomBytes } from 'node:crypto';
import type {
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRegistration,
  PasskeyRequestOptions,
} from '@exam/contract/entities';

/** What a device or a page may do wrong. */
export type Deed = {
  origin?: string;
  rpId?: string;
  isVerified?: boolean;
  /** How often it says it has signed. */
  counter?: number;
  challenge?: string;
  credentialId?: string;
  userHandle?: string | null;
};

const sha256 = (bytes: string | Buffer) => createHash('sha256').update(bytes).digest();

/** The little of CBOR that WebAuthn needs. */
function cbor(value: number | string | Buffer | Map<number | string, unknown>): Buffer {
  const head = (major: number, count: number) => {
    if (count < 24) return Buffer.from([(major << 5) | count]);
    return Buffer.from(count < 256 ? [(major << 5) | 24, count] : [(major << 5) | 25, count >> 8, count & 255]);
  };
  if (typeof value === 'number') return value < 0 ? head(1, -1 - value) : head(0, value);
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)]);
  if (Buffer.isBuffer(value)) return Buffer.concat([head(2, value.length), value]);
  const parts = [...value].flatMap(([key, each]) => [cbor(key), cbor(each as Buffer)]);
  return Buffer.concat([head(5, value.size), ...parts]);
}

/** Authenticator, length of the id, id and public key (COSE), as an authenticator attests them. */
function attestedOf(id: Buffer, publicKey: KeyObject): Buffer {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
  const key = new Map<number, number | Buffer>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ]);
  return Buffer.concat([Buffer.alloc(16), Buffer.from([id.length >> 8, id.length & 255]), id, cbor(key)]);
}

/**
 * A telephone with a secure key: one passkey (ES256), made with `create`, used with `get`, as a browser on `origin` would pass
 * it on. It counts what it signs, as security keys do.
 */
export function createAuthenticator(origin: string) {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  const id = randomBytes(24);
  const made = { counter: 0, handle: null as string | null };

  const clientData = (type: string, challenge: string, deed: Deed) =>
    Buffer.from(JSON.stringify({ type, challenge: deed.challenge ?? challenge, origin: deed.origin ?? origin }));
  const authenticatorData = (rpId: string, deed: Deed, attested: Buffer | null) => {
    const flags = 0x01 | (deed.isVerified === false ? 0 : 0x04) | (attested ? 0x40 : 0);
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(deed.counter ?? made.counter);
    return Buffer.concat([sha256(deed.rpId ?? rpId), Buffer.from([flags]), counter, attested ?? Buffer.alloc(0)]);
  };

  return {
    id: id.toString('base64url'),
    create(options: PasskeyCreationOptions, deed: Deed = {}): PasskeyRegistration {
      const attested = attestedOf(id, publicKey);
      const authData = authenticatorData(options.rp.id, deed, attested);
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ]);
      made.handle = options.user.id;
      return {
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key',
        response: {
          clientDataJSON: clientData('webauthn.create', options.challenge, deed).toString('base64url'),
          attestationObject: cbor(attestation).toString('base64url'),
          transports: ['internal'],
        },
      };
    },
    get(options: PasskeyRequestOptions, deed: Deed = {}): PasskeyAssertion {
      made.counter += 1;
      const data = clientData('webauthn.get', options.challenge, deed);
      const authData = authenticatorData(options.rpId, deed, null);
      const signature = createSign('sha256').update(authData).update(sha256(data)).sign(privateKey);
      const named = deed.credentialId ?? id.toString('base64url');
      return {
        id: named,
        rawId: named,
        type: 'public-key',
        response: {
          clientDataJSON: data.toString('base64url'),
          authenticatorData: authData.toString('base64url'),
          signature: signature.toString('base64url'),
          userHandle: deed.userHandle === undefined ? made.handle : deed.userHandle,
        },
      };
    },
  };
}

export type Authenticator = ReturnType<typeof createAuthenticator>;
