import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod/mini';
import { LaunchError } from '#platform/database-binaries';
import { makeDirectory } from '#platform/directories';

/** Keys as they are used: `fieldKeys[0]` seals, every one of them opens. */
export type Secrets = {
  fieldKeys: readonly { id: string; key: Buffer }[];
  indexKey: Buffer;
  csrfKey: Buffer;
};

type SecretSettings = {
  FIELD_KEYS?: string | undefined;
  INDEX_KEY?: string | undefined;
  CSRF_KEY?: string | undefined;
};

const stored = z.object({ FIELD_KEYS: z.string(), INDEX_KEY: z.string(), CSRF_KEY: z.string() });

/** What is wrong with the given secrets: one line each, never quoting them. */
export function secretProblems(settings: SecretSettings): string[] {
  const problems: string[] = [];
  for (const name of ['INDEX_KEY', 'CSRF_KEY'] as const) {
    const value = settings[name];
    if (value !== undefined && !isStrong(value)) problems.push(weakKey(name));
  }
  const keys = settings.FIELD_KEYS?.split(',') ?? [];
  const isWrong = keys.some(
    (entry) => !/^[a-z0-9]{1,16}:/.test(entry) || !isStrong(entry.slice(entry.indexOf(':') + 1)),
  );
  if (isWrong) problems.push(`${weakKey('FIELD_KEYS')} Form: k2:<base64>,k1:<base64>, the current key first.`);
  const values = [
    settings.INDEX_KEY,
    settings.CSRF_KEY,
    ...keys.map((entry) => entry.slice(entry.indexOf(':') + 1)),
  ].filter((value) => value !== undefined);
  if (new Set(values).size < values.length) problems.push('FIELD_KEYS, INDEX_KEY and CSRF_KEY must all differ.');
  return problems;
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
  const { FIELD_KEYS: fieldKeys, INDEX_KEY: indexKey, CSRF_KEY: csrfKey } = settings;
  if (!fieldKeys || !indexKey || !csrfKey) return null;
  return {
    fieldKeys: fieldKeys.split(',').map((entry) => {
      const colon = entry.indexOf(':');
      return { id: entry.slice(0, colon), key: Buffer.from(entry.slice(colon + 1), 'base64') };
    }),
    indexKey: Buffer.from(indexKey, 'base64'),
    csrfKey: Buffer.from(csrfKey, 'base64'),
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
  const secrets = secretsFrom(stored.parse(JSON.parse(readFileSync(file, 'utf8'))));
  if (!secrets)
    throw new LaunchError(
      `${file} is damaged: sealed values cannot be opened without it. Restore it, or set DATA_DIR to a new directory.`,
    );
  return secrets;
}

/**
 * Puts a new field key in front of those that an embedded set-up keeps; the others go on opening what they sealed.
 * @returns its id.
 * @throws LaunchError when there are no keys yet, or they cannot be written.
 */
export function appendFieldKey(dataDir: string): string {
  const file = join(dataDir, 'secrets.json');
  try {
    const secrets = stored.parse(JSON.parse(readFileSync(file, 'utf8')));
    const ids = secrets.FIELD_KEYS.split(',').map((entry) => entry.slice(0, entry.indexOf(':')));
    let number = ids.length + 1;
    while (ids.includes(`k${number}`)) number += 1;
    const made = { ...secrets, FIELD_KEYS: `k${number}:${newKey()},${secrets.FIELD_KEYS}` };
    writeFileSync(`${file}.new`, JSON.stringify(made), { mode: 0o600 });
    renameSync(`${file}.new`, file);
    return `k${number}`;
  } catch {
    throw new LaunchError(`${file} cannot be read or written.`);
  }
}

function newKey(): string {
  return randomBytes(32).toString('base64');
}
