import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

/** An RSA private key of PEM (also in one line) or bare base64, PKCS 8 or PKCS 1; null when it is none. */
export function readPrivateKey(text: string): KeyObject | null {
  return readKey(text, 'PRIVATE KEY', createPrivateKey);
}

/** The same of a public key. A private one is none: it must not be in the other's place. */
export function readPublicKey(text: string): KeyObject | null {
  return readKey(text, 'PUBLIC KEY', createPublicKey);
}

/** Node makes a public key of a private one without a word: the label must say what it is. */
function readKey(text: string, label: string, create: (pem: string) => KeyObject): KeyObject | null {
  const plain = text.replaceAll('\\n', '\n').trim();
  const isPem = plain.includes('BEGIN');
  if (isPem && !plain.includes(label)) return null;
  const pemOf = (type: string) => `-----BEGIN ${type}-----\n${plain.replaceAll(/\s/g, '')}\n-----END ${type}-----`;
  for (const pem of isPem ? [plain] : [pemOf(label), pemOf(`RSA ${label}`)]) {
    try {
      const key = create(pem);
      return key.asymmetricKeyType === 'rsa' ? key : null;
    } catch {
      // The other notation is tried before giving up.
    }
  }
  return null;
}
