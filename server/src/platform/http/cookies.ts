import type { FastifyReply, FastifyRequest } from 'fastify';
import { randomToken } from '#platform/chance';
import type { Config } from '#platform/config';

export type CookieName = 'portal-session' | 'portal-visit' | 'portal-device' | 'portal-ticket' | 'console-session';

/** `__Host-` over https; a plain name over http, where browsers refuse the prefix. Portal and console differ (S-2). */
function nameOf(name: CookieName, config: Config): string {
  return config.publicUrl.startsWith('https:') ? `__Host-${name}` : name;
}

/** The cookie's value as the browser sent it; null when absent or of a shape we never made. */
export function readCookie(request: FastifyRequest, name: CookieName, config: Config): string | null {
  const value = request.cookies[nameOf(name, config)];
  return value !== undefined && /^[\w-]{43}$/.test(value) ? value : null;
}

/**
 * Sets a cookie of ours: HttpOnly, Secure over https; it ends with the browser unless `maxAgeSeconds`. The console's is SameSite=Strict: its pages call
 * from their own origin only, while a candidate comes back from a payment channel.
 */
export function writeCookie(
  reply: FastifyReply,
  config: Config,
  cookie: { name: CookieName; value: string | null; maxAgeSeconds?: number },
): void {
  const options = {
    path: '/',
    httpOnly: true,
    sameSite: cookie.name === 'console-session' ? 'strict' : 'lax',
    secure: config.publicUrl.startsWith('https:'),
  } as const;
  if (cookie.value === null) reply.clearCookie(nameOf(cookie.name, config), options);
  else {
    const { maxAgeSeconds: maxAge } = cookie;
    reply.setCookie(nameOf(cookie.name, config), cookie.value, { ...options, ...(maxAge !== undefined && { maxAge }) });
  }
}

/** The random id of this browser, made and set at first use: public pages that never ask for it carry no cookie. */
export function visitOf(request: FastifyRequest, reply: FastifyReply, config: Config): string {
  const known = readCookie(request, 'portal-visit', config);
  if (known) return known;
  const value = randomToken();
  writeCookie(reply, config, { name: 'portal-visit', value });
  return value;
}
