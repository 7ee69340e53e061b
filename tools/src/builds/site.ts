import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { codeOf } from '@exam/server/platform/database/errors';
import { Advice } from '@exam/server/platform/errors';
import { startChild } from '../starting/family.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));

/** A room that is built into a site of its own, `<room>/dist`. */
type Room = 'portal' | 'console';

type Site = { room: Room; stamp: string; turn: string };

const siteOf = (room: Room): Site => ({
  room,
  stamp: join(root, room, 'dist/built-from'),
  turn: join(root, '.cache', `${room}-build`),
});

/** What a room's build reads; names that a room does not have are passed over. */
const sourcesOf = (room: Room): string[] => [
  'contract/src',
  'ui/src',
  ...['src', 'public', 'index.html', 'build.ts', 'documents.ts', 'vite.config.ts'].map((name) => `${room}/${name}`),
  'package-lock.json',
];

/**
 * Builds a room's site unless what lies in its `dist` was built from the same sources.
 * @param say told of progress: at the start, every five seconds, at the end.
 * @throws Error when the build fails; its own words are on standard error already.
 */
export async function buildWhenChanged(room: Room, say: (line: string) => void): Promise<void> {
  const site = siteOf(room);
  const fingerprint = fingerprintOf(sourcesOf(room).map((name) => join(root, name)));
  const isBuilt = () => existsSync(site.stamp) && readFileSync(site.stamp, 'utf8') === fingerprint;
  if (isBuilt()) return;
  await takeTurn(site, say);
  try {
    if (!isBuilt()) await buildSaying(site, fingerprint, say);
  } finally {
    rmSync(site.turn, { force: true });
  }
}

/**
 * Two programs must not write `dist` at once. The file names who builds; the turn of a dead process is free.
 * @throws Advice when this user cannot write where it is built.
 */
export async function takeTurn({ room, turn }: Omit<Site, 'stamp'>, say: (line: string) => void): Promise<void> {
  for (let tries = 0; ; tries++) {
    try {
      mkdirSync(dirname(turn), { recursive: true });
      writeFileSync(turn, String(process.pid), { flag: 'wx' });
      return;
    } catch (error) {
      if (codeOf(error) !== 'EEXIST')
        throw new Advice(
          `The ${room} is not built, and this user cannot write to ${dirname(turn)}. Run "npm run build" once as whoever owns it, then start again.`,
        );
      if (!isBuilding(turn)) rmSync(turn, { force: true });
      else if (tries === 0) say(`Waiting for another program that builds the ${room}`);
      await pause(200);
    }
  }
}

function isBuilding(turn: string): boolean {
  try {
    return process.kill(Number(readFileSync(turn, 'utf8')), 0);
  } catch {
    return false;
  }
}

async function buildSaying({ room, stamp }: Site, fingerprint: string, say: (line: string) => void): Promise<void> {
  const begun = performance.now();
  const seconds = () => Math.round((performance.now() - begun) / 1000);
  say(`Building the ${room} (its sources changed)`);
  const timer = setInterval(() => say(`Still building the ${room}, ${seconds()} s`), 5000);
  try {
    await build(room);
    writeFileSync(stamp, fingerprint);
    say(`Built the ${room} in ${seconds()} s`);
  } finally {
    clearInterval(timer);
  }
}

async function build(room: Room): Promise<void> {
  if (!hasBuilder())
    throw new Advice(
      `The ${room} is not built, and what builds it is not installed: run "npm ci --include=dev", or bring ${room}/dist from where "npm run build" was run.`,
    );
  const child = startChild([`${room}/build.ts`], { output: 'inherit' });
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Advice(`The ${room} could not be built; see the lines above.`);
}

/** It is a development dependency, which `--omit=dev` and `NODE_ENV=production` leave out. */
function hasBuilder(): boolean {
  try {
    return import.meta.resolve('vite') !== '';
  } catch {
    return false;
  }
}

/** A hash over names and contents. */
function fingerprintOf(places: readonly string[]): string {
  const hash = createHash('sha256');
  for (const place of places) {
    if (!existsSync(place)) continue;
    const isFolder = statSync(place).isDirectory();
    const names = isFolder ? readdirSync(place, { recursive: true, encoding: 'utf8' }).toSorted() : [''];
    for (const name of names) {
      const path = join(place, name);
      if (statSync(path).isFile()) hash.update(`${name}\n`).update(readFileSync(path));
    }
  }
  return hash.digest('hex');
}
