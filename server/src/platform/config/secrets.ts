import { randomBytes } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  readFileSync,
  renameSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { LaunchError } from '#platform/database/binaries';
import { makeDirectory } from '#platform/directories';

/** Keys as they are used: `fieldKeys[0]` seals, every one of them opens; `csrfKeys[0]` makes anti-forgery values, both are taken. */
export type Secrets = {
  fieldKeys: readonly { id: string; key: Buffer }[];
  indexKey: Buffer;
  csrfKeys: readonly Buffer[];
};

type SecretSettings = {
  FIELD_KEYS?: string | undefined;
  INDEX_KEY?: string | undefined;
  CSRF_KEY?: string | undefined;
};

const stored = z.object({ FIELD_KEYS: z.string(), INDEX_KEY: z.string(), CSRF_KEY: z.string() });
type Stored = z.output<typeof stored>;

/** What is wrong with the given secrets: one line each, never quoting them. */
export function secretProblems(settings: SecretSettings): string[] {
  const { INDEX_KEY: indexKey } = settings;
  const csrfKeys = settings.CSRF_KEY?.split(',') ?? [];
  const fieldKeys = settings.FIELD_KEYS?.split(',') ?? [];
  const given = [...csrfKeys, ...fieldKeys.map(keyOfEntry), ...(indexKey === undefined ? [] : [indexKey])];
  return [
    ...indexKeyProblems(indexKey),
    ...(csrfKeys.length > 2 || !csrfKeys.every(isStrong)
      ? [`${weakKey('CSRF_KEY')} While it is rotated: the current one, a comma, the one before.`]
      : []),
    ...(fieldKeys.every((entry) => /^[a-z0-9]{1,16}:/.test(entry) && isStrong(keyOfEntry(entry)))
      ? []
      : [`${weakKey('FIELD_KEYS')} Form: k2:<base64>,k1:<base64>, the current key first.`]),
    ...(new Set(given).size < given.length ? ['FIELD_KEYS, INDEX_KEY and CSRF_KEY must all differ.'] : []),
  ];
}

function indexKeyProblems(key: string | undefined): string[] {
  if (key?.includes(',')) return ['INDEX_KEY is one key: it is not rotated (docs/decisions/0017).'];
  return key === undefined || isStrong(key) ? [] : [weakKey('INDEX_KEY')];
}

function keyOfEntry(entry: string): string {
  return entry.slice(entry.indexOf(':') + 1);
}

function weakKey(name: string): string {
  return `${name} must be 32 random bytes in base64 (openssl rand -base64 32).`;
}

/** 32 bytes that look random: a placeholder such as AAAA... or a repeated word has few different bytes. */
function isStrong(value: string): boolean {
  const bytes = Buffer.from(value, 'base64');
  return bytes.length === 32 && new Set(bytes).size >= 20 && !/^[\x20-\x7e]+$/.test(bytes.toString('latin1'));
}

/** The keys of already checked settings; null when they are not given. */
export function secretsFrom(settings: SecretSettings): Secrets | null {
  const { FIELD_KEYS: fieldKeys, INDEX_KEY: indexKey, CSRF_KEY: csrfKeys } = settings;
  if (!fieldKeys || !indexKey || !csrfKeys) return null;
  return {
    fieldKeys: fieldKeys.split(',').map((entry) => {
      const colon = entry.indexOf(':');
      return { id: entry.slice(0, colon), key: Buffer.from(entry.slice(colon + 1), 'base64') };
    }),
    indexKey: Buffer.from(indexKey, 'base64'),
    csrfKeys: csrfKeys.split(',').map((key) => Buffer.from(key, 'base64')),
  };
}

/**
 * The embedded set-up makes its own keys once and keeps them beside its data, readable by its owner only.
 * @throws LaunchError when `dataDir` cannot be written to.
 */
export function developmentSecrets(dataDir: string): Secrets {
  const file = join(dataDir, 'secrets.json');
  try {
    if (!existsSync(file)) {
      makeDirectory(dataDir);
      const made = { FIELD_KEYS: `k1:${newKey()}`, INDEX_KEY: newKey(), CSRF_KEY: newKey() };
      writeFileSync(file, JSON.stringify(made), { mode: 0o600, flag: 'wx' });
    }
  } catch {
    throw new LaunchError(`DATA_DIR ${dataDir} cannot be written to. Set DATA_DIR to a directory on a writable disk.`);
  }
  if (!isReadable(file))
    throw new LaunchError(
      `${file} belongs to another user. Start as that user, or set DATA_DIR to a directory of your own.`,
    );
  closeToOthers(file);
  const secrets = secretsFrom(stored.parse(JSON.parse(readFileSync(file, 'utf8'))));
  if (!secrets)
    throw new LaunchError(
      `${file} is damaged: sealed values cannot be opened without it. Restore it, or set DATA_DIR to a new directory.`,
    );
  return secrets;
}

/** A copy of the folder may be open to everybody; where it is somebody else's, they see to it. */
function closeToOthers(file: string): void {
  try {
    if ((statSync(file).mode & 0o077) !== 0) chmodSync(file, 0o600);
  } catch {
    // It is read all the same.
  }
}

function isReadable(file: string): boolean {
  try {
    accessSync(file, constants.R_OK);
    return true;
  } catch {
    return false;
  }
}

/**
 * Puts a new field key in front of those that an embedded set-up keeps; the others go on opening what they sealed.
 * @returns its id.
 * @throws LaunchError when there are no keys yet, or they cannot be written.
 */
export function appendFieldKey(dataDir: string): string {
  let made = '';
  changeStored(dataDir, (secrets) => {
    const ids = secrets.FIELD_KEYS.split(',').map((entry) => entry.slice(0, entry.indexOf(':')));
    let number = ids.length + 1;
    while (ids.includes(`k${number}`)) number += 1;
    made = `k${number}`;
    return { ...secrets, FIELD_KEYS: `${made}:${newKey()},${secrets.FIELD_KEYS}` };
  });
  return made;
}

/**
 * Puts a new key for anti-forgery values in front of the one that an embedded set-up keeps; pages that are open go on with theirs
 * until the next time.
 * @throws LaunchError when there are no keys yet, or they cannot be written.
 */
export function renewCsrfKey(dataDir: string): void {
  changeStored(dataDir, (secrets) => {
    const [current = ''] = secrets.CSRF_KEY.split(',');
    return { ...secrets, CSRF_KEY: `${newKey()},${current}` };
  });
}

function changeStored(dataDir: string, change: (secrets: Stored) => Stored): void {
  const file = join(dataDir, 'secrets.json');
  try {
    const made = change(stored.parse(JSON.parse(readFileSync(file, 'utf8'))));
    writeFileSync(`${file}.new`, JSON.stringify(made), { mode: 0o600 });
    renameSync(`${file}.new`, file);
  } catch {
    throw new LaunchError(`${file} cannot be read or written.`);
  }
}

function newKey(): string {
  return randomBytes(32).toString('base64');
}
