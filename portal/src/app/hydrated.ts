import { useSyncExternalStore } from 'react';

const never = () => () => undefined;

/**
 * Whether the page has come to life in the browser. A page written ahead knows neither the address's query nor the
 * time of day: its first rendering must not use them, or it differs from the document.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
