import { queryOptions } from '@tanstack/react-query';
import { api } from './api.ts';

/** What the server keeps of a registration in progress. The wizard's own part is read by the wizard only. */
export type SavedDraft = { product: string; draft: object };

/** Where the server's draft is remembered; forgotten with everything personal. */
export const savedDraftKey = ['draft', 'public'] as const;

/** The server's draft of the signed-in person, or null. It is quiet: without it one begins anew. */
export const savedDraft = queryOptions({
  queryKey: savedDraftKey,
  queryFn: async ({ signal }) => {
    const saved = await api('draft.get', { params: { kind: 'public' } }, { signal, isQuiet: true });
    return saved === null ? null : readSavedDraft(saved.json);
  },
});

/** Reads a kept draft; null for anything that is not one. */
function readSavedDraft(json: string): SavedDraft | null {
  try {
    const value: unknown = JSON.parse(json);
    return isSavedDraft(value) ? value : null;
  } catch {
    return null;
  }
}

/** Whether a value kept earlier, here or on the server, has the shape of a draft. */
export function isSavedDraft(value: unknown): value is SavedDraft {
  return (
    typeof value === 'object' &&
    value !== null &&
    'product' in value &&
    typeof value.product === 'string' &&
    'draft' in value &&
    typeof value.draft === 'object' &&
    value.draft !== null
  );
}
