import { emptyPublicDraft, forStorage, publicStepIds, publicSteps } from '@exam/contract/wizards';
import type { PublicDraft, PublicStep } from '@exam/contract/wizards';
import type { Wizard } from '../parts/wizard.ts';

/** The pages of the registration: notice, subject and session; candidates, form, leaving and statements; what comes next. */
export type PublicPage = 'needToKnow' | 'candidateInfo' | 'completed';

const pages: Readonly<Record<PublicStep, PublicPage>> = {
  needToKnow: 'needToKnow',
  selectSubject: 'needToKnow',
  selectSession: 'needToKnow',
  candidateInfo: 'candidateInfo',
  examInfo: 'candidateInfo',
  leaveType: 'candidateInfo',
  confirmExam: 'candidateInfo',
  completed: 'completed',
};

/** The Public registration for the machinery of wizards. */
export const publicWizard: Wizard<PublicStep, PublicDraft, PublicPage> = {
  kind: 'public',
  pageOf: (step) => pages[step],
  ids: publicStepIds,
  steps: publicSteps,
  empty: emptyPublicDraft,
  forStorage,
  firstWithAccount: 'candidateInfo',
  confirm: 'confirmExam',
  completed: 'completed',
  isFinished: (draft) => draft.applicationIds.length > 0,
  // The same people, for another subject.
  keptForAnother: ({ candidateIds, leave }) => ({ candidateIds, leave }),
  returnsToConfirm: true,
};
