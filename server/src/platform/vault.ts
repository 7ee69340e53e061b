import { argon2, createCipheriv, createDecipheriv, createHmac, hash, randomBytes, timingSafeEqual } from 'node:crypto';
import { channel } from 'node:diagnostics_channel';
import { promisify } from 'node:util';
import type { Secrets } from '#platform/config/secrets';
import { inLine, waitingIn } from '#platform/line';
import { padded, withoutPadding } from '#platform/vault/padding';

/** Where a sealed value lives. Moved to another row or column, it does not open any more. */
export type Place = { table: string; row: string; column: string };

/** What it takes to hash a password by argon2id: KiB of memory, and how often it is gone through. */
type PasswordCost = { memory: number; passes: number };

/** The least that OWASP recommends. */
const recommended: PasswordCost = { memory: 19_456, passes: 2 };

let secrets: Secrets | null = null;
let indexHalf: string | null = null;
let passwordCost = recommended;

/**
 * Called once at start, before anything is sealed.
 * @param cost another one is for tests alone, which sign in a thousand times
 */
export function openVault(keys: Secrets, cost: PasswordCost = recommended): void {
  secrets = keys;
  passwordCost = cost;
}

/**
 * Called once at start, after `openVault` and before anything is hashed (`openIndex`).
 * @param half what the database adds to the index key (decision 0017); '' in one that was in use before it had a half.
 */
export function useIndexHalf(half: string): void {
  indexHalf = half;
}

function keys(): Secrets {
  if (!secrets) throw new Error('The vault is not open.');
  return secrets;
}

/** The format that is written. The first had no padding, and its length told a gender. */
export const currentFormat = 2;

/**
 * Encrypts personal text for one place (AES-256-GCM), padded so that its length tells nothing (decision 0079).
 * @returns format byte, length and id of the key, nonce, tag, ciphertext.
 */
export function seal(text: string, place: Place): Buffer {
  const [current] = keys().fieldKeys;
  if (!current) throw new Error('There is no field key.');
  const id = Buffer.from(current.id, 'latin1');
  const nonce = randomBytes(12);
  const cipher = createCipheriv('aes-256-gcm', current.key, nonce);
  cipher.setAAD(placeBytes(place, currentFormat));
  const body = Buffer.concat([cipher.update(padded(text, place.column)), cipher.final()]);
  return Buffer.concat([Buffer.from([currentFormat, id.length]), id, nonce, cipher.getAuthTag(), body]);
}

/**
 * The text that `seal` was given for the same place.
 * @returns nothing of a value that was forgotten: no bytes are left of it (S-18).
 * @throws Error when the value was moved, altered, or sealed with a key that is no longer configured.
 */
export function unseal(sealed: Buffer, place: Place): string {
  if (sealed.byteLength === 0) return '';
  const idLength = sealed[1] ?? 0;
  const id = sealed.subarray(2, 2 + idLength).toString('latin1');
  const key = keys().fieldKeys.find((candidate) => candidate.id === id)?.key;
  const format = sealed[0];
  if ((format !== 1 && format !== 2) || !key) throw new Error('A sealed value names a key that is not configured.');
  const rest = sealed.subarray(2 + idLength);
  const decipher = createDecipheriv('aes-256-gcm', key, rest.subarray(0, 12), { authTagLength: 16 });
  decipher.setAAD(placeBytes(place, format));
  decipher.setAuthTag(rest.subarray(12, 28));
  const opened = Buffer.concat([decipher.update(rest.subarray(28)), decipher.final()]);
  return format === 1 ? opened.toString('utf8') : withoutPadding(opened);
}

/** The id of the key that seals. */
export function currentKeyId(): string {
  const [current] = keys().fieldKeys;
  if (!current) throw new Error('There is no field key.');
  return current.id;
}

/** The current key as fingerprints name it. */
export function currentKeyName(): string {
  return `field key ${currentKeyId()}`;
}

/** What the keys can be recognised by without being told: of each field key and of the index key. */
export function keyFingerprints(): { name: string; fingerprint: Buffer }[] {
  const of = (key: Buffer) => createHmac('sha256', key).update('fingerprint of a key').digest();
  const { fieldKeys, indexKey } = keys();
  return [
    ...fieldKeys.map(({ id, key }) => ({ name: `field key ${id}`, fingerprint: of(key) })),
    { name: 'index key', fingerprint: of(indexKey) },
  ];
}

/** Whether a value should be sealed again, because the current key is another one (rotation) or its format is older. */
export function isSealedAsBefore(sealed: Buffer): boolean {
  return (
    sealed[0] !== currentFormat ||
    sealed.subarray(2, 2 + (sealed[1] ?? 0)).toString('latin1') !== keys().fieldKeys[0]?.id
  );
}

/** The place as it is sealed with; since the second format the format is part of it, so that none passes for another. */
function placeBytes({ table, row, column }: Place, format: 1 | 2): Buffer {
  return Buffer.from(`${format === 1 ? '' : `${format}\n`}${table}\n${row}\n${column}`, 'utf8');
}

/**
 * A keyed hash by which an encrypted value can be found and compared (32 bytes). The caller normalises first.
 * @param purpose keeps equal values of different columns apart, such as `account.phone`.
 */
export function blindIndex(purpose: string, value: string): Buffer {
  return createHmac('sha256', wholeIndexKey()).update(`${purpose}\n${value}`).digest();
}

function wholeIndexKey(): Buffer {
  if (indexHalf === null) throw new Error('The index is not open.');
  const { indexKey } = keys();
  return indexHalf === '' ? indexKey : createHmac('sha256', indexKey).update(indexHalf).digest();
}

/** SHA-256 of a secret that is itself random (session ids, one-time codes with many bits). */
export function hashSecret(secret: string): Buffer {
  return hash('sha256', secret, 'buffer');
}

/** The anti-forgery value of a session (S-2): derived from the cookie, so it needs no storing. */
export function csrfTokenOf(sessionToken: string): string {
  const [current] = keys().csrfKeys;
  if (!current) throw new Error('There is no key for anti-forgery values.');
  return csrfTokenBy(current, sessionToken);
}

/** Whether a value is the session's: by the current key, or by the one before while it is still configured (T34). */
export function isCsrfToken(given: string, sessionToken: string): boolean {
  return keys().csrfKeys.some((key) => isSameSecret(given, csrfTokenBy(key, sessionToken)));
}

function csrfTokenBy(key: Buffer, sessionToken: string): string {
  return createHmac('sha256', key).update(sessionToken).digest('base64url');
}

/** Compares two secrets in time that does not depend on where they differ. */
export function isSameSecret(left: string | Buffer, right: string | Buffer): boolean {
  const digest = (value: string | Buffer) => hash('sha256', value, 'buffer');
  return timingSafeEqual(digest(left), digest(right));
}

const derive = promisify(argon2);
const shape = { parallelism: 1, tagLength: 32 };

/**
 * argon2id in a self-describing string. Two at a time, so that sign-ins do not starve file work.
 * @throws Refusal BUSY (503) when more wait than can be served in ten seconds.
 */
export async function hashPassword(password: string): Promise<string> {
  const nonce = randomBytes(16);
  const cost = passwordCost;
  const tag = await inTurn(() =>
    derive('argon2id', { message: Buffer.from(password.normalize('NFC')), nonce, ...shape, ...cost }),
  );
  return `$argon2id$v=19$m=${cost.memory},t=${cost.passes},p=${shape.parallelism}$${nonce.toString('base64')}$${tag.toString('base64')}`;
}

/**
 * Whether the password is the one that was hashed. With null it works as long and answers false, so that an unknown account
 * cannot be told by time.
 * @param isKnown whether they are signed in, or on a device that the account knows, and so wait in a line without strangers.
 */
export async function isPasswordRight(password: string, hash: string | null, isKnown = false): Promise<boolean> {
  const match = /^\$argon2id\$v=19\$m=(\d+),t=(\d+),p=(\d+)\$([^$]+)\$([^$]+)$/.exec(hash ?? '');
  const [, memory, passes, parallelism, nonce, expected] = match ?? [];
  const settings = match
    ? { memory: Number(memory), passes: Number(passes), parallelism: Number(parallelism), tagLength: 32 }
    : { ...shape, ...passwordCost };
  const salt = nonce ? Buffer.from(nonce, 'base64') : Buffer.alloc(16, 7);
  const tag = await inTurn(
    () => derive('argon2id', { message: Buffer.from(password.normalize('NFC')), nonce: salt, ...settings }),
    isKnown,
  );
  return expected !== undefined && isSameSecret(tag, Buffer.from(expected, 'base64'));
}

/** Says each time that a password is hashed or compared: what sign-ins cost can be watched, and compared (T3, T4). */
const hashing = channel('examport:password-hash');

async function inTurn<Result>(work: () => Promise<Result>, isKnown = false): Promise<Result> {
  hashing.publish(null);
  return await inLine(isKnown ? 'knownPasswords' : 'passwords', '', work);
}

/** Strangers whose passwords wait for a second of the machine's work: then only those go on who have solved a captcha. */
const crowd = 24;

/** Whether so many passwords wait to be compared that somebody must be trying many (T3). */
export function isCrowded(): boolean {
  return waitingIn('passwords', '') >= crowd;
}
