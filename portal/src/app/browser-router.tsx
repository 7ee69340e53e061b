import { startTransition, useLayoutEffect, useState, type ReactNode } from 'react';
import { Router, UNSAFE_createBrowserHistory as createBrowserHistory } from 'react-router';

// Without `v5Compat` the history does not tell of its own pushes.
const history = createBrowserHistory({ v5Compat: true });

/**
 * The router on the browser's own history. The library's `BrowserRouter` is the same, but drags its links, forms and
 * prefetching along: 3.7 KB of brotli on every first visit, which our own `Link` has no use for.
 */
export function BrowserRouter({ children }: { children: ReactNode }) {
  const [{ action, location }, setState] = useState({ action: history.action, location: history.location });
  useLayoutEffect(() => history.listen((next) => startTransition(() => setState(next))), []);
  return (
    <Router location={location} navigationType={action} navigator={history}>
      {children}
    </Router>
  );
}
