import { createHash, createHmac, timingSafeEqual } from 'node:crypto';

/** An HTTP request as the signature sees it: header names in lower case, the query as sent, the body's bytes as text. */
export interface SignedRequest {
  method: string;
  path: string;
  query: string;
  headers: Readonly<Record<string, string>>;
  body: string;
}

/** What the Authorization header claims. */
export interface Claim {
  keyId: string;
  signedHeaders: string[];
  signature: string;
}

const ALGORITHM = 'ACS3-HMAC-SHA256';
const AUTHORIZATION = /^ACS3-HMAC-SHA256\s+Credential=([^,]+),\s*SignedHeaders=([^,]+),\s*Signature=([0-9a-f]{64})$/;

/** SHA-256 of a text in lower-case hexadecimal. */
export function sha256Hex(text: string): string {
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** Reads `ACS3-HMAC-SHA256 Credential=..,SignedHeaders=..,Signature=..`; undefined when it is something else. */
export function claimOf(authorization: string): Claim | undefined {
  const parts = AUTHORIZATION.exec(authorization.trim());
  const [, keyId, names, signature] = parts ?? [];
  if (keyId === undefined || names === undefined || signature === undefined) return undefined;
  return { keyId, signedHeaders: names.toLowerCase().split(';'), signature };
}

function percent(text: string): string {
  return encodeURIComponent(text).replaceAll(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`);
}

function canonicalQuery(query: string): string {
  return [...new URLSearchParams(query)]
    .map(([name, value]) => `${percent(name)}=${percent(value)}`)
    .toSorted()
    .join('&');
}

/** The signature that a request should carry: HMAC-SHA256 over the hash of its canonical form, lower-case hexadecimal. */
export function acs3Signature(request: SignedRequest, signedHeaders: readonly string[], keySecret: string): string {
  const names = signedHeaders.toSorted();
  const canonical = [
    request.method,
    request.path,
    canonicalQuery(request.query),
    names.map((name) => `${name}:${(request.headers[name] ?? '').trim()}\n`).join(''),
    names.join(';'),
    sha256Hex(request.body),
  ].join('\n');
  return createHmac('sha256', keySecret)
    .update(`${ALGORITHM}\n${sha256Hex(canonical)}`, 'utf8')
    .digest('hex');
}

/** Whether two hexadecimal signatures are the same, in constant time. */
export function sameSignature(a: string, b: string): boolean {
  const [left, right] = [Buffer.from(a), Buffer.from(b)];
  return left.length === right.length && timingSafeEqual(left, right);
}
