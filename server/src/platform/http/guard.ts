import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Config } from '#platform/config';
import { Refusal } from '#platform/errors';
import { isCsrfToken } from '#platform/vault';

const safeMethods = new Set(['GET', 'HEAD', 'OPTIONS']);
const loopback = new Set(['localhost', '127.0.0.1', '[::1]']);

const publicAddresses = new WeakMap<Config, URL>();

/** Every call is compared with it: it is taken apart once. */
function publicAddress(config: Config): URL {
  const known = publicAddresses.get(config);
  if (known) return known;
  const address = new URL(config.publicUrl);
  publicAddresses.set(config, address);
  return address;
}

/** The host names we answer to (T27): the public one and, outside production, this machine's own. */
export function isHostAllowed(host: string | undefined, config: Config): boolean {
  if (!host) return false;
  if (host === publicAddress(config).host) return true;
  if (config.isProduction || !/^[\w.:[\]-]+$/.test(host) || !URL.canParse(`http://${host}`)) return false;
  const { hostname } = new URL(`http://${host}`);
  return loopback.has(hostname) || (config.host === '0.0.0.0' && /^[\d.]+$/.test(hostname));
}

/**
 * @throws Refusal MALFORMED (400) for two hosts, of which a proxy before us may have read the other one (RFC 9112, 3.2), and for another host
 *   than ours; probes of the container platform name none of ours.
 */
export function checkHost(request: FastifyRequest, config: Config): void {
  const names = request.raw.rawHeaders.filter((_, at) => at % 2 === 0);
  if (names.filter((name) => name.toLowerCase() === 'host').length > 1) throw new Refusal('MALFORMED');
  const isProbe = request.url === '/healthz' || request.url === '/readyz';
  if (!isProbe && !isHostAllowed(request.headers.host, config)) throw new Refusal('MALFORMED');
}

/**
 * Refuses an unsafe call that did not start on our own page (S-2, T6): the Origin must be ours, and where the browser says
 * where the call comes from, it must say same-origin. Ports are different origins.
 * @throws Refusal FORBIDDEN (403).
 */
export function checkOrigin(request: FastifyRequest, config: Config): void {
  if (safeMethods.has(request.method)) return;
  const { origin, host } = request.headers;
  const site = request.headers['sec-fetch-site'];
  const isOriginOurs = origin === publicAddress(config).origin || (!config.isProduction && origin === `http://${host}`);
  const isAllowed =
    origin === undefined ? site === 'same-origin' : isOriginOurs && (site === undefined || site === 'same-origin');
  if (!isAllowed) throw new Refusal('FORBIDDEN');
}

/** @throws Refusal FORBIDDEN (403) when an unsafe call of a session lacks its anti-forgery value (S-2). */
export function checkCsrfToken(request: FastifyRequest, sessionToken: string): void {
  if (safeMethods.has(request.method)) return;
  const given = request.headers['x-csrf-token'];
  if (typeof given !== 'string' || !isCsrfToken(given, sessionToken)) throw new Refusal('FORBIDDEN');
}

/** No answer of a call is a page: whatever it is, it loads, frames and sends nothing. */
export const answerPolicy = "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'";

const securityHeaders = Object.entries({
  'content-security-policy': answerPolicy,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=()',
  'cache-control': 'no-store',
});
const securityHeadersOverHttps = [
  ...securityHeaders,
  ['strict-transport-security', 'max-age=63072000; includeSubDomains'] as const,
];

/** Headers of every answer, whatever it is (T24, T25, T26). What an answer set itself stays. */
export function addSecurityHeaders(reply: FastifyReply, config: Config): void {
  for (const [name, value] of config.publicUrl.startsWith('https:') ? securityHeadersOverHttps : securityHeaders)
    if (!reply.hasHeader(name)) reply.header(name, value);
}
