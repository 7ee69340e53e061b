import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startChild } from './family.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const stamp = join(root, 'portal/dist/built-from');
const turn = join(root, '.cache/portal-build');
const sources = [
  'contract/src',
  'ui/src',
  'portal/src',
  'portal/public',
  'portal/index.html',
  'portal/build.ts',
  'portal/documents.ts',
  'portal/vite.config.ts',
  'package-lock.json',
];

/**
 * Builds the portal unless what lies in `portal/dist` was built from the same sources.
 * @param say told of progress: at the start, every five seconds, at the end.
 * @throws Error when the build fails; its own words are on standard error already.
 */
export async function buildPortalWhenChanged(say: (line: string) => void): Promise<void> {
  const fingerprint = fingerprintOf(sources.map((name) => join(root, name)));
  const isBuilt = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint;
  if (isBuilt()) return;
  await takeTurn(say);
  try {
    if (!isBuilt()) await buildSaying(fingerprint, say);
  } finally {
    rmSync(turn, { force: true });
  }
}

/** Two programs must not write `dist` at once. The file names who builds; the turn of a dead process is free. */
async function takeTurn(say: (line: string) => void): Promise<void> {
  mkdirSync(dirname(turn), { recursive: true });
  for (let tries = 0; ; tries++) {
    try {
      writeFileSync(turn, String(process.pid), { flag: 'wx' });
      return;
    } catch {
      if (!isBuilding()) rmSync(turn, { force: true });
      else if (tries === 0) say('Waiting for another program that builds the portal');
      await pause(200);
    }
  }
}

function isBuilding(): boolean {
  try {
    return process.kill(Number(readFileSync(turn, 'utf8')), 0);
  } catch {
    return false;
  }
}

async function buildSaying(fingerprint: string, say: (line: string) => void): Promise<void> {
  const begun = performance.now();
  const seconds = () => Math.round((performance.now() - begun) / 1000);
  say('Building the portal (its sources changed)');
  const timer = setInterval(() => say(`Still building the portal, ${seconds()} s`), 5000);
  try {
    await buildPortal();
    writeFileSync(stamp, fingerprint);
    say(`Built the portal in ${seconds()} s`);
  } finally {
    clearInterval(timer);
  }
}

async function buildPortal(): Promise<void> {
  const child = startChild(['portal/build.ts'], { output: 'inherit' });
  const code = await new Promise<number | null>((resolve) => child.once('exit', resolve));
  if (code !== 0) throw new Error('The portal could not be built; see the lines above.');
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
