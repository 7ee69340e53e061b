import { emptyPublicDraft, forStorage, type PublicDraft } from '@exam/contract/wizards';
import { api, queryClient } from '../../app/api.ts';
import { isSavedDraft, savedDraftKey, type SavedDraft } from '../../app/saved-draft.ts';
import { clearSteps, readSteps, writeSteps } from '../../app/steps.ts';

let last: Promise<unknown> = Promise.resolve();

/** Server calls of the draft one after the other, so that an older one never overwrites a newer one. A failure is told to nobody: storage still has it. */
function inTurn(call: () => Promise<unknown>): void {
  last = last.then(call).catch(() => undefined);
}

/** A draft kept earlier, with parts that have come since at their beginning. Nothing in it is trusted: every step checks again. */
export function draftFrom(saved: SavedDraft): PublicDraft {
  return { ...emptyPublicDraft, ...saved.draft };
}

/** The draft in this browser's storage, or null. */
export function localDraft(): SavedDraft | null {
  const kept = readSteps();
  return isSavedDraft(kept) ? kept : null;
}

/** Keeps a draft here, without what must not rest in the browser, and, for a signed-in person, in full on the server. */
export function keepDraft(product: string, draft: PublicDraft, isLogin: boolean): void {
  writeSteps({ product, draft: forStorage(draft) });
  if (!isLogin) return;
  const saved: SavedDraft = { product, draft };
  queryClient.setQueryData(savedDraftKey, saved);
  const body = { json: JSON.stringify(saved) };
  inTurn(() => api('draft.save', { params: { kind: 'public' }, body }, { isQuiet: true }));
}

/** Forgets the draft here and on the server. */
export function dropDraft(isLogin: boolean): void {
  clearSteps();
  if (!isLogin) return;
  queryClient.setQueryData(savedDraftKey, null);
  inTurn(() => api('draft.clear', { params: { kind: 'public' }, body: {} }, { isQuiet: true }));
}

/** Where a registration begins: what is in hand, and what the server holds besides. */
export type Beginning = { draft: PublicDraft; offer: SavedDraft | null };

/**
 * Chooses the draft to begin a product's registration with. The browser's own is the newest; the server's stands in for it when it says the
 * same and more (pickup persons are not kept here), and when the person asks to resume. Otherwise it is offered.
 */
export function beginningOf(
  product: string,
  kept: { local: SavedDraft | null; server: SavedDraft | null; isResumed: boolean },
): Beginning {
  const local = kept.local?.product === product ? draftFrom(kept.local) : null;
  const server = kept.server?.product === product ? draftFrom(kept.server) : null;
  if (local !== null) {
    const isSame = server !== null && JSON.stringify(forStorage(server)) === JSON.stringify(local);
    return { draft: isSame ? server : local, offer: null };
  }
  if (server !== null && kept.isResumed) return { draft: server, offer: null };
  return { draft: emptyPublicDraft, offer: kept.server };
}
