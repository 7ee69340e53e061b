import { createHash, createSign, createVerify, type KeyObject, X509Certificate } from 'node:crypto';
import { millisecondsBetween } from '@exam/contract/rules';

/** A message's fields, in the channel's own names. */
export type Fields = Readonly<Record<string, string>>;

/** What is signed: the SHA-256, as lower-case hexadecimal text, of every field but the signature, sorted and joined by `&`. */
function digest(fields: Fields): string {
  const text = Object.keys(fields)
    .filter((name) => name !== 'signature' && fields[name] !== '')
    .toSorted()
    .map((name) => `${name}=${fields[name]}`)
    .join('&');
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** The fields with our signature (5.1.0, RSA). */
export function signed(fields: Fields, privateKey: KeyObject): Record<string, string> {
  return { ...fields, signature: createSign('RSA-SHA256').update(digest(fields)).sign(privateKey, 'base64') };
}

/** The certificates that vouch for the channel's own, and the name that its own must carry. */
export type Trust = { root: X509Certificate; middle: X509Certificate; signerName: string };

/**
 * Whether the channel signed these fields: its certificate comes with them and is believed by the chain to the root we hold, its dates
 * and its name.
 */
export function isSigned(fields: Fields, trust: Trust, now: string): boolean {
  try {
    const certificate = new X509Certificate(fields['signPubKeyCert'] ?? '');
    if (!isTrusted(certificate, trust, now)) return false;
    return createVerify('RSA-SHA256')
      .update(digest(fields))
      .verify(certificate.publicKey, fields['signature'] ?? '', 'base64');
  } catch {
    return false;
  }
}

function isTrusted(certificate: X509Certificate, { root, middle, signerName }: Trust, now: string): boolean {
  const isChain =
    certificate.checkIssued(middle) &&
    certificate.verify(middle.publicKey) &&
    middle.checkIssued(root) &&
    middle.verify(root.publicKey) &&
    middle.ca &&
    !certificate.ca;
  const isValid = [certificate, middle, root].every((each) => isInForce(each, now));
  const name = /(?:^|\n)CN=(.*)/.exec(certificate.subject)?.[1] ?? '';
  return isChain && isValid && name.split('@').includes(signerName);
}

function isInForce({ validFromDate, validToDate }: X509Certificate, now: string): boolean {
  return (
    millisecondsBetween(validFromDate.toISOString(), now) >= 0 &&
    millisecondsBetween(now, validToDate.toISOString()) >= 0
  );
}

/** The fields of an answer: pairs between `&`, not encoded, values with `=`, line ends and, within braces, `&` in them; null when it is none. */
export function readAnswer(text: string): Record<string, string> | null {
  const fields: Record<string, string> = {};
  for (const pair of text.trim().split(/&(?![^{]*\})/)) {
    const at = pair.indexOf('=');
    if (at < 1 || Object.hasOwn(fields, pair.slice(0, at))) return null;
    fields[pair.slice(0, at)] = pair.slice(at + 1);
  }
  return fields;
}
