import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startChild } from './family.ts';

const root = fileURLToPath(new URL('../../', import.meta.url));
const stamp = join(root, 'portal/dist/built-from');
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
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === fingerprint) return;
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
