import { matchPath } from 'react-router';

/**
 * Finds the route of an address (path only), or null for a page that does not exist. Of two that fit, the one without a part that names
 * something. An address that is written as its route is, which every tab and most links are, is looked up: matching compiles each route again.
 */
export function routeFinder<Route extends { path: string }>(
  routes: readonly Route[],
): (pathname: string) => Route | null {
  const written = new Map(routes.map((route) => [route.path, route]));
  return (pathname) => {
    const exact = written.get(pathname);
    if (exact) return exact;
    const fitting = routes.filter(({ path }) => matchPath({ path, end: true, caseSensitive: true }, pathname));
    return fitting.find(({ path }) => !path.includes(':')) ?? fitting[0] ?? null;
  };
}
