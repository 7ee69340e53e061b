import type { PublicStep } from '@exam/contract/wizards';
import { lazy } from 'react';
import { NeedToKnow } from './need-to-know.tsx';
import { SelectSubject } from './select-subject.tsx';
import type { StepScreen } from './step-screen.ts';

/** One screen for each step; a forgotten or misspelt one does not compile. Later ones are fetched when they are near. */
export const screens = {
  needToKnow: NeedToKnow,
  selectSubject: SelectSubject,
  selectSession: lazy(() => import('./select-session.tsx').then((m) => ({ default: m.SelectSession }))),
  candidateInfo: lazy(() => import('./candidate-info.tsx').then((m) => ({ default: m.CandidateInfo }))),
  examInfo: lazy(() => import('./exam-info.tsx').then((m) => ({ default: m.ExamInfo }))),
  leaveType: lazy(() => import('./leave-type.tsx').then((m) => ({ default: m.LeaveType }))),
  confirmExam: lazy(() => import('./confirm-exam.tsx').then((m) => ({ default: m.ConfirmExam }))),
  completed: lazy(() => import('./completed.tsx').then((m) => ({ default: m.Completed }))),
} satisfies Record<PublicStep, StepScreen>;
