import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { byteLimits } from './byte-limits.ts';
import { tellingNames } from './stage/older-browser.ts';
import { placeOf } from './stage/places.ts';
import { phone, useVisitors } from './stage/visitors.ts';

const visit = useVisitors();
const dist = join(import.meta.dirname, '../portal/dist');
const { prerendered }: { prerendered: Record<string, { en: string; zh: string }> } = JSON.parse(
  readFileSync(join(dist, 'site.json'), 'utf8'),
);

const sizes = new Map<string, number>();

/**
 * A file of the built portal as it is sent: bytes after brotli, but without the fingerprints of the files it names. They are others whenever any file
 * changes, and made a page of the same words or a script of the same acts up to 20 bytes longer.
 */
function sizeOf(file: string): number {
  const known = sizes.get(file);
  if (known !== undefined) return known;
  const text = readFileSync(join(dist, file), 'utf8').replaceAll(/-[\w-]{8}(?=\.(?:js|css)\b)/g, '');
  const { length } = brotliCompressSync(text);
  sizes.set(file, length);
  return length;
}

/** What is above its limit, or has none. */
const above = (found: Readonly<Record<string, number>>, limits: Readonly<Record<string, number>>): string[] =>
  Object.entries(found).flatMap(([name, bytes]) =>
    bytes > (limits[name] ?? 0) ? [`${name}: ${bytes} bytes, and ${limits[name] ?? 'none'} are its limit`] : [],
  );

/** How far below it a limit may be left: a few hundred bytes come and go with what is shared between pages. */
const slack = 1000;

/** What has become so small that its limit has to sink. */
const farBelow = (found: Readonly<Record<string, number>>, limits: Readonly<Record<string, number>>): string[] =>
  Object.entries(limits).flatMap(([name, limit]) =>
    limit - (found[name] ?? 0) > slack ? [`${name}: let its limit of ${limit} sink to ${found[name] ?? 0}`] : [],
  );

it('each page that is written ahead, with its style, and the style sheet are within their limits, which only sink [S-17]', () => {
  const pages = Object.fromEntries(
    Object.entries(prerendered).map(([path, files]) => [path, Math.max(...Object.values(files).map(sizeOf))]),
  );
  const sheets = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.css'));
  const found = { ...pages, style: sheets.reduce((sum, name) => sum + sizeOf(`assets/${name}`), 0) };
  const limits = { ...byteLimits.pages, style: byteLimits.style };

  expect(above(found, limits)).toEqual([]);
  expect(farBelow(found, limits)).toEqual([]);
});

it('the scripts that a new phone fetches for such a page are within their limits [S-17]', async () => {
  const { page, context } = await visit({ language: 'zh', screen: phone });
  const session = await context.newCDPSession(page);
  await session.send('Network.enable');
  await session.send('Network.setCacheDisabled', { cacheDisabled: true });
  const fetched = new Set<string>();
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname.startsWith('/assets/') && pathname.endsWith('.js')) fetched.add(pathname.slice(1));
  });
  const scripts: Record<string, number> = {};
  for (const path of Object.keys(prerendered)) {
    fetched.clear();
    await page.goto(placeOf('portal') + path, { waitUntil: 'networkidle' });
    // What is fetched ahead comes once the page has been idle.
    await page.waitForTimeout(700);
    await page.waitForLoadState('networkidle');
    scripts[path] = [...fetched].reduce((sum, file) => sum + sizeOf(file), 0);
  }

  expect(above(scripts, byteLimits.scripts)).toEqual([]);
  // A page that fetched nothing would be within every limit.
  expect(Object.values(scripts).every((bytes) => bytes > 50_000)).toBe(true);
});

/** What a script asks for before it uses it. */
const askedFor = ['showPopover', 'hidePopover', 'startViewTransition'];

it('no script or style needs a younger browser than Safari 16 and Android’s WebView 100', () => {
  const files = readdirSync(join(dist, 'assets'));
  const textOf = (file: string) => readFileSync(join(dist, 'assets', file), 'utf8');
  const scripts = files.filter((file) => file.endsWith('.js')).map((file) => ({ file, text: textOf(file) }));
  const needed = scripts.flatMap(({ file, text }) =>
    tellingNames.flatMap((name) =>
      !askedFor.includes(name) && new RegExp(`\\.${name}\\b`).test(text) ? [`${file}: ${name}`] : [],
    ),
  );
  const styles = files.filter((file) => file.endsWith('.css')).map(textOf);
  // Widths compared by signs, rules inside rules, colours that are mixed by the browser without another before them.
  const late = styles.flatMap((text) => text.match(/@media[^{]*[<>][^{]*\{|[{;]&[^{]*\{|@container[^{]*\{/g) ?? []);

  expect(scripts.length).toBeGreaterThan(100);
  expect(styles.join('')).toContain('@media');
  expect([...needed, ...late]).toEqual([]);
});
