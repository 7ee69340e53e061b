import { wizardPlace } from '@exam/contract/wizards';
import { useSyncExternalStore } from 'react';
import { api, queryClient } from '../api.ts';
import { savedDraftKey, type DraftKind, type SavedDraft } from './saved-draft.ts';
import { allTyped } from './typed.ts';

let last: Promise<unknown> = Promise.resolve();

/** The newest call that did not arrive: it is made again when the network is back. */
let waiting: (() => Promise<unknown>) | null = null;
const hearers = new Set<() => void>();

/** How often a call that did not arrive is tried again, in milliseconds. */
const againMilliseconds = 15_000;
let timer: ReturnType<typeof setTimeout> | undefined;

/** Server calls of the draft one after the other, so that an older one never overwrites a newer one. */
function inTurn(call: () => Promise<unknown>): void {
  last = last.then(call).then(
    () => wait(null),
    () => wait(call),
  );
}

function wait(call: typeof waiting): void {
  waiting = call;
  clearTimeout(timer);
  if (call !== null) timer = setTimeout(tryAgain, againMilliseconds);
  for (const hear of hearers) hear();
}

function tryAgain(): void {
  if (waiting !== null) inTurn(waiting);
}

/** Whether the server has everything that was chosen and typed; what it does not have is sent as soon as the network is back. */
export function useIsSaved(): boolean {
  return useSyncExternalStore(
    (hear) => {
      hearers.add(hear);
      window.addEventListener('online', tryAgain);
      return () => {
        hearers.delete(hear);
        window.removeEventListener('online', tryAgain);
      };
    },
    () => waiting === null,
    () => true,
  );
}

/** A draft with what is typed and not saved yet, if there is any; what was typed for another exam stays away. */
export function withTyped(product: string, draft: object): SavedDraft {
  const own = Object.entries(allTyped()).filter(
    ([place]) => !place.startsWith('wizard:') || place.startsWith(wizardPlace(product)),
  );
  return own.length === 0 ? { product, draft } : { product, draft, typed: Object.fromEntries(own) };
}

/** Keeps a draft of a kind on the server. @param outlivesPage whether the call goes on when the page goes */
export function send(kind: DraftKind, saved: SavedDraft, outlivesPage = false): void {
  queryClient.setQueryData(savedDraftKey(kind), { ...saved, at: new Date().toISOString() });
  const body = { json: JSON.stringify(saved) };
  inTurn(() => api('draft.save', { params: { kind }, body }, { isQuiet: true, outlivesPage }));
}

/**
 * Keeps on the server, with the draft, what is typed and not saved yet: it may hold what must not rest in the browser. Begun as a
 * page goes, it is finished all the same.
 */
export async function keepTyped(kind: DraftKind, product: string, draft: object): Promise<void> {
  const saved = withTyped(product, draft);
  if (saved.typed === undefined) return;
  send(kind, saved, true);
  await last;
}

/** Forgets on the server what was typed, because it is saved where it belongs. */
export function dropTyped(kind: DraftKind): void {
  queryClient.setQueryData(savedDraftKey(kind), null);
  inTurn(() => api('draft.clear', { params: { kind }, body: {} }, { isQuiet: true }));
}
