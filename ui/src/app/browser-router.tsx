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
 * @param props.isPlaceKept asked once for each step of the browser back or forward, after the browser has moved: true keeps the page
 *   on show, and whoever answered so must bring the browser back. It must be the same function at every rendering.
 */
export function BrowserRouter(props: { isPlaceKept?: () => boolean; children: ReactNode }) {
  const { isPlaceKept, children } = props;
  const [history] = useState(open);
  const [{ action, location }, setState] = useState({ action: history.action, location: history.location });
  useLayoutEffect(
    () =>
      history.listen((next) => {
        // A listener of the page's own would come after this one, when the page has gone.
        if (next.action === 'POP' && isPlaceKept?.()) return;
        startTransition(() => setState(next));
      }),
    [history, isPlaceKept],
  );
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
