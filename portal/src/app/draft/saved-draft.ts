import { queryOptions, useQuery } from '@tanstack/react-query';
import { api } from '../api.ts';
import { isFields } from './typed.ts';

/** The wizards that keep a draft on the server, one each; `forms`: what is typed into the other forms. */
export type DraftKind = 'public' | 'booking' | 'postTest' | 'forms';

/** What is kept of a wizard in progress. The wizard's own part is read by the wizard only. `at`: when the server kept it. */
export type SavedDraft = {
  product: string;
  draft: object;
  at?: string;
  /** What was typed and not saved when the session ended, by place. */
  typed?: Readonly<Record<string, unknown>>;
};

/** Where the server's draft of a kind is remembered; forgotten with everything personal. */
export const savedDraftKey = (kind: DraftKind) => ['draft', kind] as const;

/** The server's draft of the signed-in person, or null. It is quiet: without it one starts again. */
export const savedDraft = (kind: DraftKind) =>
  queryOptions({
    queryKey: savedDraftKey(kind),
    queryFn: async ({ signal }): Promise<SavedDraft | null> => {
      const saved = await api('draft.get', { params: { kind } }, { signal, isQuiet: true });
      const read = saved === null ? null : readSavedDraft(saved.json);
      return saved === null || read === null ? null : { ...read, at: saved.updatedAt };
    },
  });

/** The server's drafts of registrations and bookings of the signed-in person, the newest first; those that could not be had are left out. */
export function useSavedDrafts(isLogin: boolean): { drafts: SavedDraft[]; isPending: boolean } {
  const answers = [
    useQuery({ ...savedDraft('public'), enabled: isLogin }),
    useQuery({ ...savedDraft('booking'), enabled: isLogin }),
  ];
  const drafts = answers.flatMap(({ data }) => data ?? []);
  return {
    drafts: drafts.sort((a, b) => (b.at ?? '').localeCompare(a.at ?? '')),
    isPending: isLogin && answers.some((answer) => answer.isPending),
  };
}

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
    value.draft !== null &&
    (!('typed' in value) || isFields(value.typed))
  );
}
