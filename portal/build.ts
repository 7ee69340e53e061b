import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';
import { documentsOf, type WrittenSite } from './documents.ts';
import type * as Prerender from './src/entry-prerender.tsx';

const here = import.meta.dirname;
const dist = join(here, 'dist');
const prerender = join(here, 'dist-prerender');
const configFile = join(here, 'vite.config.ts');
const compressBrotli = promisify(brotliCompress);
const compressGzip = promisify(gzip);

/** What the server needs to know of the built portal; written as `dist/site.json`. Files are relative to `dist`. */
export type Site = {
  /** Every address pattern (`:name` is one segment); any other address is a 404. */
  routes: string[];
  /** Pages written ahead, by path and language. */
  prerendered: Record<string, { en: string; zh: string }>;
  /** The document of every other page. */
  shell: { en: string; zh: string };
  notFound: { en: string; zh: string };
  redirects: Record<string, string>;
  /** `'sha256-…'` of the inline script and style, for the content policy. */
  scriptHashes: string[];
  styleHashes: string[];
};

function filesUnder(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .map((name) => join(folder, name))
    .filter((file) => statSync(file).isFile());
}

/** Writes `.br` and `.gz` beside every file worth compressing. */
async function compressAll(): Promise<void> {
  const files = filesUnder(dist).filter((file) => /\.(js|css|html|svg)$/.test(file));
  for (const file of files) {
    const content = readFileSync(file);
    const quality = {
      params: { [constants.BROTLI_PARAM_QUALITY]: 11, [constants.BROTLI_PARAM_SIZE_HINT]: content.length },
    };
    writeFileSync(`${file}.br`, await compressBrotli(content, quality));
    writeFileSync(`${file}.gz`, await compressGzip(content, { level: 9 }));
  }
}

async function writePrerendered(log: (line: string) => void): Promise<Site> {
  await build({
    configFile,
    logLevel: 'warn',
    build: { ssr: 'src/entry-prerender.tsx', outDir: prerender, emptyOutDir: true, copyPublicDir: false },
  });
  const entry: typeof Prerender = await import(pathToFileURL(join(prerender, 'entry-prerender.js')).href);
  const template = readFileSync(join(dist, 'index.html'), 'utf8');
  const css = filesUnder(dist).find((file) => file.endsWith('.css'));
  const site: WrittenSite = await documentsOf({
    template,
    css: css === undefined ? '' : readFileSync(css, 'utf8'),
    pages: entry.pages,
    writePage: entry.writePage,
  });
  for (const [name, html] of Object.entries(site.files)) writeFileSync(join(dist, name), html);
  rmSync(join(dist, 'index.html'));
  rmSync(prerender, { recursive: true });
  log(`portal: ${Object.keys(site.files).length} pages written ahead`);
  const hash = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
  return {
    routes: entry.pages.map((page) => page.path),
    prerendered: site.prerendered,
    shell: site.shell,
    notFound: site.notFound,
    redirects: { ...entry.redirects },
    scriptHashes: site.scripts.map(hash),
    styleHashes: site.styles.map(hash),
  };
}

/**
 * Builds the portal into `portal/dist`: hashed assets with `.br` and `.gz` beside them, the public pages in both
 * languages, and `site.json` for the server. Throws when a type of file or a page cannot be built.
 */
export async function buildPortal({ log }: { log: (line: string) => void }): Promise<Site> {
  const started = performance.now();
  const mode = process.env['NODE_ENV'];
  process.env['NODE_ENV'] = 'production';
  try {
    await build({ configFile, logLevel: 'warn' });
    const site = await writePrerendered(log);
    await compressAll();
    writeFileSync(join(dist, 'site.json'), `${JSON.stringify(site, null, 2)}\n`);
    log(
      `portal: built into ${relative(process.cwd(), dist)} in ${((performance.now() - started) / 1000).toFixed(1)} s`,
    );
    return site;
  } finally {
    if (mode === undefined) delete process.env['NODE_ENV'];
    else process.env['NODE_ENV'] = mode;
  }
}

if (import.meta.main) await buildPortal({ log: (line) => process.stdout.write(`${line}\n`) });
