import { createSign, createVerify } from 'node:crypto';
import type { KeyObject } from 'node:crypto';

type Fields = Readonly<Record<string, string>>;

/** The text that is signed: `name=value` of all fields that are not empty, sorted by name, joined by `&`, without those left out. */
function signedText(fields: Fields, leftOut: readonly string[]): string {
  return Object.keys(fields)
    .filter((name) => !leftOut.includes(name) && fields[name] !== '')
    .toSorted()
    .map((name) => `${name}=${fields[name]}`)
    .join('&');
}

/** RSA2: SHA-256 with RSA over the UTF-8 text, in base64. */
export function sign(text: string, privateKey: KeyObject): string {
  return createSign('RSA-SHA256').update(text, 'utf8').sign(privateKey, 'base64');
}

/** Whether a request of the merchant carries its own RSA2 signature (a request signs `sign_type` too, a notification does not). */
export function requestIsGenuine(fields: Fields, appPublicKey: string): boolean {
  const signature = fields['sign'] ?? '';
  if (signature === '' || fields['sign_type'] !== 'RSA2') return false;
  return createVerify('RSA-SHA256')
    .update(signedText(fields, ['sign']), 'utf8')
    .verify(appPublicKey, signature, 'base64');
}

/** Adds `sign_type` and `sign` to a notification or to the parameters of the way back. */
export function signedFields(fields: Fields, privateKey: KeyObject): Record<string, string> {
  const text = signedText(fields, ['sign', 'sign_type']);
  return { ...fields, sign_type: 'RSA2', sign: sign(text, privateKey) };
}

/** The same fields with a signature that does not fit. */
export function wronglySigned(fields: Fields, privateKey: KeyObject): Record<string, string> {
  return { ...fields, sign_type: 'RSA2', sign: sign(`forged&${signedText(fields, [])}`, privateKey) };
}
