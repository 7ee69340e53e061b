import { useSyncExternalStore } from 'react';
import { api, queryClient } from '../../../app/api.ts';
import { isSavedDraft, savedDraftKey, type DraftKind, type SavedDraft } from '../../../app/draft/saved-draft.ts';
import { clearSteps, readSteps, writeSteps } from '../../../app/draft/steps.ts';
import { allTyped } from '../../../app/draft/typed.ts';
import type { AnyDraft, Wizard } from '../wizard.ts';

type Stored<Draft extends AnyDraft> = Pick<Wizard<string, Draft>, 'kind' | 'empty' | 'forStorage'>;

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

/** A draft with what is typed and not saved yet, if there is any; what was typed for another exam stays away. */
function withTyped(product: string, draft: object): SavedDraft {
  const own = Object.entries(allTyped()).filter(
    ([place]) => !place.startsWith('wizard:') || place.startsWith(wizardPlace(product)),
  );
  return own.length === 0 ? { product, draft } : { product, draft, typed: Object.fromEntries(own) };
}

/** How the places of a product's wizard begin. */
export function wizardPlace(product: string): string {
  return `wizard:${product}:`;
}

function send(kind: DraftKind, saved: SavedDraft, outlivesPage = false): void {
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
