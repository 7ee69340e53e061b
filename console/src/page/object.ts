import type { QueryKey } from '@tanstack/react-query';
import { queryClient } from '../app/api.ts';

/**
 * The key under which a page keeps one object, its notes and its history: `objectKey('booking', id)`. Every act of staff
 * refreshes what is kept under `object` and `list`, so that nothing on a page is older than the last act.
 */
export function objectKey(kind: string, id: string, part?: string): QueryKey {
  return part === undefined ? ['object', kind, id] : ['object', kind, id, part];
}

/** Asks the server again for whatever of objects and lists is on the page. */
export async function loadAgain(): Promise<void> {
  await Promise.all([
    queryClient.invalidateQueries({ queryKey: ['object'] }),
    queryClient.invalidateQueries({ queryKey: ['list'] }),
  ]);
}
