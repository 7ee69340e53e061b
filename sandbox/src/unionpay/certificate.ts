import { createPublicKey, createSign, randomBytes, type KeyObject } from 'node:crypto';

/** Who a certificate is for and who signs it. */
export interface CertificateWish {
  name: string;
  issuer: string;
  publicKeyOf: KeyObject;
  signedBy: KeyObject;
  isAuthority: boolean;
  /** Days from the machine's present; one already past makes an expired certificate. */
  days: number;
}

function length(size: number): Buffer {
  if (size < 0x80) return Buffer.from([size]);
  const bytes = size < 0x100 ? [size] : [size >> 8, size & 0xff];
  return Buffer.from([0x80 | bytes.length, ...bytes]);
}

function node(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts);
  return Buffer.concat([Buffer.from([tag]), length(content.length), content]);
}

const sequence = (...parts: Buffer[]): Buffer => node(0x30, ...parts);
const objectId = (hex: string): Buffer => node(0x06, Buffer.from(hex, 'hex'));
const integer = (bytes: Buffer): Buffer =>
  node(0x02, (bytes[0] ?? 0) > 0x7f ? Buffer.concat([Buffer.alloc(1), bytes]) : bytes);
const isTrue = node(0x01, Buffer.from([0xff]));

const COMMON_NAME = '550403';
const BASIC_CONSTRAINTS = '551d13';
const SHA256_WITH_RSA = sequence(objectId('2a864886f70d01010b'), node(0x05));

function named(name: string): Buffer {
  return sequence(node(0x31, sequence(objectId(COMMON_NAME), node(0x0c, Buffer.from(name, 'utf8')))));
}

function time(ms: number): Buffer {
  const text = `${new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:T]/g, '')}Z`;
  return node(0x18, Buffer.from(text, 'ascii'));
}

/** An X.509 certificate in PEM, signed SHA-256 with RSA. Node reads and checks such but makes none. */
export function certificate(wish: CertificateWish): string {
  const end = Date.now() + wish.days * 86_400_000;
  const begin = Math.min(Date.now(), end) - 20 * 365 * 86_400_000;
  const constraints = sequence(...(wish.isAuthority ? [isTrue] : []));
  const extensions = node(0xa3, sequence(sequence(objectId(BASIC_CONSTRAINTS), isTrue, node(0x04, constraints))));
  const facts = sequence(
    node(0xa0, integer(Buffer.from([2]))),
    integer(Buffer.concat([Buffer.from([0x40]), randomBytes(7)])),
    SHA256_WITH_RSA,
    named(wish.issuer),
    sequence(time(begin), time(end)),
    named(wish.name),
    createPublicKey(wish.publicKeyOf).export({ type: 'spki', format: 'der' }),
    extensions,
  );
  const signature = createSign('RSA-SHA256').update(facts).sign(wish.signedBy);
  const whole = sequence(facts, SHA256_WITH_RSA, node(0x03, Buffer.alloc(1), signature));
  const lines = whole.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN CERTIFICATE-----\n${lines.join('\n')}\n-----END CERTIFICATE-----\n`;
}
