import { dropTyped, send, withTyped } from '../../../app/draft/keeping.ts';
import { isSavedDraft, type DraftKind, type SavedDraft } from '../../../app/draft/saved-draft.ts';
import { clearSteps, readSteps, writeSteps } from '../../../app/draft/steps.ts';
import type { AnyDraft, Wizard } from '../wizard.ts';

type Stored<Draft extends AnyDraft> = Pick<Wizard<string, Draft>, 'kind' | 'empty' | 'forStorage'>;

/** A draft kept earlier, with parts that have come since at their beginning. Nothing in it is trusted: every step checks again. */
export function draftFrom<Draft extends AnyDraft>(empty: Draft, saved: SavedDraft): Draft {
  return { ...empty, ...saved.draft };
}

/** The draft in this browser's storage, or null. */
export function localDraft(): SavedDraft | null {
  const kept = readSteps();
  return isSavedDraft(kept) ? kept : null;
}

/** Keeps a draft here, without what must not rest in the browser, and, for a signed-in person, in full on the server. */
export function keepDraft<Draft extends AnyDraft>(
  { kind, forStorage }: Stored<Draft>,
  { product, draft, isLogin }: { product: string; draft: Draft; isLogin: boolean },
): void {
  writeSteps({ product, draft: forStorage(draft) });
  if (!isLogin) return;
  send(kind, withTyped(product, draft));
}

/** Forgets the draft here and on the server. */
export function dropDraft(kind: DraftKind, isLogin: boolean): void {
  clearSteps();
  if (isLogin) dropTyped(kind);
}

/** What was kept earlier: here, and on the server, the newest first. */
export type Kept = { local: SavedDraft | null; server: readonly SavedDraft[] };

/** Where a wizard begins: what is in hand, and what else the server holds. */
export type Beginning<Draft extends AnyDraft> = {
  draft: Draft;
  offer: SavedDraft | null;
  /** What was typed and not saved when the session ended. */
  typed?: SavedDraft['typed'];
};

/**
 * Chooses the draft to begin a product's wizard with. The browser's own is the newest; the server's takes its place when it says the
 * same and more (pickup persons are not kept here), and when the person asks to resume. Otherwise it is offered.
 */
export function beginningOf<Draft extends AnyDraft>(
  { empty, forStorage }: Pick<Stored<Draft>, 'empty' | 'forStorage'>,
  product: string,
  kept: Kept & { isResumed: boolean },
): Beginning<Draft> {
  const own = kept.server.find((each) => each.product === product);
  const local = kept.local?.product === product ? draftFrom(empty, kept.local) : null;
  const isTaken = (server: Draft) =>
    local === null ? kept.isResumed : JSON.stringify(forStorage(server)) === JSON.stringify(local);
  if (own !== undefined) {
    const server = draftFrom(empty, own);
    if (isTaken(server)) return { draft: server, offer: null, typed: own.typed };
  }
  if (local !== null) return { draft: local, offer: null };
  return { draft: empty, offer: own ?? kept.server[0] ?? null };
}
