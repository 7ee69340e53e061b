import { acs3Signature, claimOf, sameSignature, sha256Hex } from './signature.ts';
import type { World } from '../world.ts';
import type { SignedRequest } from './signature.ts';

/** A refusal before any business: HTTP status, the service's code and its words. */
export interface Denied {
  status: number;
  code: string;
  message: string;
}

const FRESH_MS = 15 * 60 * 1000;
const MUST_BE_SIGNED = [
  'host',
  'x-acs-action',
  'x-acs-version',
  'x-acs-date',
  'x-acs-signature-nonce',
  'x-acs-content-sha256',
];

/** The door of the SMS service: key, freshness, single use, body and signature, each with the service's own refusal. */
export function createAdmission(world: World): (request: SignedRequest) => Denied | undefined {
  const seen = new Map<string, number>();

  function replayed(nonce: string): boolean {
    const now = Date.now();
    for (const [old, at] of seen) {
      if (at > now - FRESH_MS) break;
      seen.delete(old);
    }
    if (seen.has(nonce)) return true;
    seen.set(nonce, now);
    return false;
  }
  function stale(date: string): boolean {
    const at = Date.parse(date);
    // The merchant's clock may be moved with ours or be the machine's own: both are honest.
    return !(Math.abs(at - Date.now()) <= FRESH_MS || Math.abs(at - world.clock.now()) <= FRESH_MS);
  }
  return (request) => {
    const claim = claimOf(request.headers['authorization'] ?? '');
    const access = world.smsAccess;
    if (!claim || MUST_BE_SIGNED.some((name) => !claim.signedHeaders.includes(name))) {
      return {
        status: 400,
        code: 'IncompleteSignature',
        message: 'The request signature does not conform to Aliyun standards.',
      };
    }
    if (!access || claim.keyId !== access.keyId) {
      return { status: 404, code: 'InvalidAccessKeyId.NotFound', message: 'Specified access key is not found.' };
    }
    if (stale(request.headers['x-acs-date'] ?? '')) {
      return {
        status: 400,
        code: 'InvalidTimeStamp.Expired',
        message: 'Specified time stamp or date value is expired.',
      };
    }
    const expected = acs3Signature(request, claim.signedHeaders, access.keySecret);
    const wholeBody = request.headers['x-acs-content-sha256'] === sha256Hex(request.body);
    if (!wholeBody || !sameSignature(expected, claim.signature)) {
      return {
        status: 400,
        code: 'SignatureDoesNotMatch',
        message: 'Specified signature is not matched with our calculation.',
      };
    }
    if (replayed(request.headers['x-acs-signature-nonce'] ?? '')) {
      return { status: 400, code: 'SignatureNonceUsed', message: 'Specified signature nonce was used already.' };
    }
    return undefined;
  };
}
