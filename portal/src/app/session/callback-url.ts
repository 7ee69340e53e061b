import { readAddress } from '@exam/contract/rules';

const nowhere = 'https://portal.invalid';

/**
 * Where to go after signing in: a path of this site beginning with a single `/`, else home.
 * A path under `/auth` would lead back to signing in and counts as home too.
 * @param raw the `callbackUrl` of the address as it came, or null
 */
export function safeCallbackUrl(raw: string | null | undefined): string {
  if (!raw?.startsWith('/') || raw.startsWith('//') || raw.startsWith('/\\')) return '/';
  const url = readAddress(raw, nowhere);
  if (url === null || url.origin !== nowhere || url.pathname.startsWith('//')) return '/';
  if (url.pathname === '/auth' || url.pathname.startsWith('/auth/')) return '/';
  return url.pathname + url.search + url.hash;
}

/** The sign-in page that leads back to `path` (path, search and hash of this site). */
export function signInUrl(path: string): string {
  const back = safeCallbackUrl(path);
  return back === '/' ? '/auth/signin' : `/auth/signin?callbackUrl=${encodeURIComponent(back)}`;
}
