import { createHash, createSign, createVerify } from 'node:crypto';
import type { UnionpayChain } from '../world.ts';

type Fields = Readonly<Record<string, string>>;

/** What is signed: the SHA-256, in lower-case hexadecimal text, of all fields but the signature, sorted, joined by `&`. */
function digest(fields: Fields): string {
  const text = Object.keys(fields)
    .filter((name) => name !== 'signature' && fields[name] !== '')
    .toSorted()
    .map((name) => `${name}=${fields[name]}`)
    .join('&');
  return createHash('sha256').update(text, 'utf8').digest('hex');
}

/** Whether a form of the merchant carries its own signature. */
export function formIsGenuine(fields: Fields, merchantPublicKey: string): boolean {
  return createVerify('RSA-SHA256')
    .update(digest(fields))
    .verify(merchantPublicKey, fields['signature'] ?? '', 'base64');
}

/** The fields as the channel sends them: with its certificate and the signature that fits to it, or one that does not. */
export function sealed(fields: Fields, chain: UnionpayChain, isGenuine = true): Record<string, string> {
  const facts = { ...fields, signMethod: '01', signPubKeyCert: chain.certificate };
  const signature = createSign('RSA-SHA256')
    .update(isGenuine ? digest(facts) : digest({ ...facts, forged: '1' }))
    .sign(chain.privateKey, 'base64');
  return { ...facts, signature };
}
