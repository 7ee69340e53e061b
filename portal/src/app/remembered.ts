import type { EndpointName } from '@exam/contract/endpoints';
import { useSyncExternalStore } from 'react';

/** Answers that are of an earlier moment than now, by call: the server could not read them again. */
const remembered = new Map<EndpointName, string>();
const listeners = new Set<() => void>();

/** Takes note of when an answer was read; null when it is of this moment. */
export function noteReadAt(name: EndpointName, readAt: string | null): void {
  if (readAt === null && !remembered.has(name)) return;
  if (readAt === null) remembered.delete(name);
  else remembered.set(name, readAt);
  for (const tell of listeners) tell();
}

function listen(tell: () => void): () => void {
  listeners.add(tell);
  return () => listeners.delete(tell);
}

const oldest = (): string | null => [...remembered.values()].sort()[0] ?? null;

/** The instant of the oldest answer that is shown although it could not be read again; null when all are of now. */
export function useRememberedSince(): string | null {
  return useSyncExternalStore(listen, oldest, () => null);
}
