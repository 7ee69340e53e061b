import { startTransition, useLayoutEffect, useMemo, useState, type ReactNode } from 'react';
import {
  UNSAFE_createBrowserHistory as createBrowserHistory,
  UNSAFE_LocationContext as LocationContext,
  UNSAFE_NavigationContext as NavigationContext,
} from 'react-router';

// Without `v5Compat` the history does not tell of its own pushes.
const open = () => createBrowserHistory({ v5Compat: true });

/**
 * The router on the browser's own history. The library's `BrowserRouter` is the same, but drags its links, forms, prefetching and
 * route tree along, which our own `Link` and table of pages have no use for: 6 KB of brotli on every first visit.
 */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [history] = useState(open);
  const [{ action, location }, setState] = useState({ action: history.action, location: history.location });
  useLayoutEffect(() => history.listen((next) => startTransition(() => setState(next))), [history]);
  const navigation = useMemo(
    () => ({ basename: '/', navigator: history, static: false, useTransitions: undefined, future: {} }),
    [history],
  );
  const place = useMemo(() => ({ location, navigationType: action }), [action, location]);
  return (
    <NavigationContext value={navigation}>
      <LocationContext value={place}>{children}</LocationContext>
    </NavigationContext>
  );
}
