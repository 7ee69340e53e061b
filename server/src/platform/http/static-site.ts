import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { languageOf } from '#platform/http/errors';
import { codingFor } from '#platform/http/reply';

const pair = z.object({ en: z.string(), zh: z.string() });

/** `site.json`, written by the portal's build. Routes as `/candidate/order/:id`, files relative to `dist`. */
const siteSchema = z.object({
  routes: z.array(z.string()),
  prerendered: z.record(z.string(), pair),
  shell: pair,
  notFound: pair,
  redirects: z.record(z.string(), z.string()),
  scriptHashes: z.array(z.string()),
  styleHashes: z.array(z.string()),
});

type Stored = { type: string; etag: string; plain: Buffer; br: Buffer | null; gzip: Buffer | null };

/** The built portal in memory. */
export type Site = z.infer<typeof siteSchema> & { files: ReadonlyMap<string, Stored> };

const mediaTypes: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.css': 'text/css; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.json': 'application/json; charset=utf-8',
  '.woff2': 'font/woff2',
  '.png': 'image/png',
  '.webp': 'image/webp',
  '.jpg': 'image/jpeg',
  '.ico': 'image/x-icon',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
};

/** Reads the portal's build; null when there is none (a server without a portal still serves the API). */
export function loadSite(dist: string): Site | null {
  const description = join(dist, 'site.json');
  if (!existsSync(description)) return null;
  const site = siteSchema.parse(JSON.parse(readFileSync(description, 'utf8')));
  return { ...site, files: readFiles(dist) };
}

function readFiles(dist: string): Map<string, Stored> {
  const files = new Map<string, Stored>();
  for (const name of readdirSync(dist, { recursive: true, encoding: 'utf8' })) {
    const path = join(dist, name);
    const type = mediaTypes[extname(name)];
    if (!type || name === 'site.json' || !statSync(path).isFile()) continue;
    const plain = readFileSync(path);
    const etag = `"${createHash('sha256').update(plain).digest('base64url').slice(0, 22)}"`;
    files.set(name.replaceAll('\\', '/'), { type, etag, plain, br: besides(path, 'br'), gzip: besides(path, 'gz') });
  }
  return files;
}

function besides(path: string, suffix: string): Buffer | null {
  return existsSync(`${path}.${suffix}`) ? readFileSync(`${path}.${suffix}`) : null;
}

/** A service worker fetches pages of this site, and nothing else (decision 0097). */
const workerPolicy = "default-src 'none'; connect-src 'self'";

/**
 * Serves every page and asset of the site: prerendered pages in the reader's language (cookie, then browser), the shell for
 * pages that need the script, assets for ever, redirects of old addresses.
 * @param formTargets origins of payment channels that a page may post a form to.
 */
export function addSite(app: FastifyInstance, site: Site, formTargets: readonly string[]): void {
  const policy = contentPolicy(site, formTargets);
  for (const route of site.routes) {
    app.get(route, (request, reply) =>
      sendPage(site, { request, reply, page: site.prerendered[route] ?? site.shell, policy }),
    );
  }
  for (const [from, to] of Object.entries(site.redirects)) {
    app.get(from, (request, reply) => {
      const mark = request.url.indexOf('?');
      return reply.redirect(to + (mark < 0 ? '' : request.url.slice(mark)), 302);
    });
  }
  for (const [name, file] of site.files) {
    if (name.endsWith('.html')) continue;
    app.get(`/${name}`, (request, reply) => {
      const isHashed = name.startsWith('assets/');
      reply.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : 'public, max-age=3600');
      if (name.endsWith('-worker.js')) reply.header('content-security-policy', workerPolicy);
      return sendFile(request, reply, file);
    });
  }
}

/** The page for an address that no route has, with status 404; a plain one where no portal is built. */
export function sendNotFoundPage(
  site: Site,
  formTargets: readonly string[],
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): FastifyReply {
  reply.code(404);
  return sendPage(site, { request, reply, page: site.notFound, policy: contentPolicy(site, formTargets) });
}

type Sending = { request: FastifyRequest; reply: FastifyReply; page: { en: string; zh: string }; policy: string };

function sendPage(site: Site, { request, reply, page, policy }: Sending): FastifyReply {
  const file = site.files.get(page[pageLanguage(request)]);
  if (!file) throw new Error('the portal was built without one of its pages');
  reply
    .header('content-security-policy', policy)
    .header('cache-control', 'no-cache')
    .header('vary', 'Accept-Language, Cookie, Accept-Encoding');
  return sendFile(request, reply, file);
}

/** The choice kept in the portal's cookie wins over the browser's language. */
function pageLanguage(request: FastifyRequest): 'en' | 'zh' {
  const chosen = request.cookies['lang'];
  if (chosen === 'zh-CN' || chosen === 'zh') return 'zh';
  if (chosen === 'en-GB' || chosen === 'en') return 'en';
  return languageOf(request.headers['accept-language']);
}

function sendFile(request: FastifyRequest, reply: FastifyReply, file: Stored): FastifyReply {
  reply.type(file.type).header('etag', file.etag);
  if (!reply.hasHeader('vary')) reply.header('vary', 'Accept-Encoding');
  if (request.headers['if-none-match'] === file.etag && reply.statusCode === 200) return reply.code(304).send();
  const coding = codingFor(String(request.headers['accept-encoding'] ?? ''));
  const compressed = coding === null ? null : file[coding];
  if (coding === null || compressed === null) return reply.send(file.plain);
  return reply.header('content-encoding', coding).send(compressed);
}

/** T26: our own scripts and styles, the build's inline ones by hash, nothing else. */
function contentPolicy(site: Site, formTargets: readonly string[]): string {
  return [
    "default-src 'none'",
    `script-src ${["'self'", ...site.scriptHashes].join(' ')}`,
    `style-src ${["'self'", ...site.styleHashes].join(' ')}`,
    "connect-src 'self'",
    "img-src 'self' data:",
    "font-src 'self'",
    `form-action ${["'self'", ...formTargets].join(' ')}`,
    "worker-src 'self'",
    "manifest-src 'self'",
    "base-uri 'none'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ');
}
