import { emptyPublicDraft, forStorage, publicStepIds, publicSteps } from '@exam/contract/wizards';
import type { PublicDraft, PublicStep } from '@exam/contract/wizards';
import type { Wizard } from '../parts/wizard.ts';

/** The Public registration for the machinery of wizards. */
export const publicWizard: Wizard<PublicStep, PublicDraft> = {
  kind: 'public',
  ids: publicStepIds,
  steps: publicSteps,
  empty: emptyPublicDraft,
  forStorage,
  firstWithAccount: 'candidateInfo',
  confirm: 'confirmExam',
  completed: 'completed',
  isFinished: (draft) => draft.applicationIds.length > 0,
  returnsToConfirm: true,
};
