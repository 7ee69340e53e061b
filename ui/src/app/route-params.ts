import { createContext, use } from 'react';

/** What the placeholders of the page's route stand for, such as `id` of `/candidate/order/:id`. */
export const RouteParamsContext = createContext<Readonly<Record<string, string | undefined>>>({});

/**
 * The placeholders of the page on show. The pages are matched by our own table, so the router's tree of routes, which its own hook
 * reads, is not on board: 2 KB of brotli on every first visit.
 */
export function useParams(): Readonly<Record<string, string | undefined>> {
  return use(RouteParamsContext);
}
