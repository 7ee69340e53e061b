import type { CandidateInput } from '../entities/index.ts';
import { answersFrom } from './candidate-answers.ts';
import { emptyPublicDraft, type PublicDraft } from './public.ts';

/** A paper of a session. `setCode`: of a combined set, whose papers are sold as one. */
export type PreparedPaper = { sessionSubjectId: string; subjectId: string; setCode: string | null };

/** How the names begin under which the wizard of a product keeps what is typed. */
export function wizardPlace(productCode: string): string {
  return `wizard:${productCode}:`;
}

/** Under which name what is typed of a candidate is kept: of a saved one by the id, of somebody new without. */
export function candidatePlace(id?: string): string {
  return `candidate:${id ?? 'new'}`;
}

/**
 * What staff typed for a family, as the Public wizard keeps what a person has chosen and typed and not saved yet. The notice is unread and no
 * statement is ticked: that is for whoever takes it over.
 */
export function preparedDraft(prepared: {
  productCode: string;
  productId: string;
  sessionId: string;
  papers: readonly PreparedPaper[];
  candidate: CandidateInput;
}): { product: string; draft: PublicDraft; typed: Readonly<Record<string, unknown>> } {
  const { productCode, productId, sessionId, papers, candidate } = prepared;
  const sets = new Map<string, PreparedPaper[]>();
  for (const paper of papers) {
    const key = paper.setCode ?? paper.subjectId;
    sets.set(key, [...(sets.get(key) ?? []), paper]);
  }
  const sittings = [...sets.values()].map((set) => ({
    subjectIds: set.map(({ subjectId }) => subjectId),
    sessionId,
    sessionSubjectIds: set.map(({ sessionSubjectId }) => sessionSubjectId),
  }));
  return {
    product: productCode,
    draft: { ...emptyPublicDraft, productId, subjects: sittings.map(({ subjectIds }) => subjectIds), sittings },
    typed: {
      [`${wizardPlace(productCode)}candidates`]: { chosen: [], editing: { id: null } },
      [candidatePlace()]: answersFrom(candidate),
    },
  };
}
