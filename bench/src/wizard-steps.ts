import { emptyPublicDraft, type PublicDraft, type PublicStep, publicStepIds } from '@exam/contract/wizards';
import type { Visitor } from './visitor.ts';

/** A step of the registration, its address, and what session storage holds when one has come that far. */
export type StepInProgress = { step: PublicStep; address: string; steps: object | null };

/** The eight steps of a registration of one of the demo account's candidates for an exam that is on sale. */
export async function stepsInProgress({ call }: Visitor): Promise<StepInProgress[]> {
  const product = await call('product.byCode', { params: { code: 'tkt' } });
  const { list } = await call('session.search', {
    body: {
      pageSize: 100,
      filters: [
        { field: 'productId', value: product.id },
        { field: 'availability', value: 'Available' },
      ],
    },
  });
  const session = list.find((each) => !each.isExclusiveSession);
  const paper = session?.sessionSubjects[0];
  const candidates = await call('candidate.all', {});
  const candidate = candidates[0];
  if (!session || !paper || !candidate) throw new Error('The demo has no session on sale or no candidate.');
  const all: PublicDraft = {
    ...emptyPublicDraft,
    productId: product.id,
    productLastModifiedOn: product.lastModifiedOn,
    hasReadNotice: true,
    subjects: [[paper.subjectId]],
    sittings: [{ subjectIds: [paper.subjectId], sessionId: session.id, sessionSubjectIds: [paper.id] }],
    candidateIds: [candidate.id],
    minorIds: [candidate.id],
    formAnswers: {},
    leave: { [candidate.id]: { choice: 'GuardianPicksUp', pickupPerson: null } },
  };
  return publicStepIds.map((step, index) => ({
    step,
    address: `/exam-registration?product=tkt${index === 0 ? '' : `&step=${step}`}`,
    steps: index === 0 ? null : { product: 'tkt', draft: upTo(step, all) },
  }));
}

function upTo(step: PublicStep, all: PublicDraft): PublicDraft {
  return step === 'completed' ? { ...all, applicationIds: all.candidateIds } : all;
}
