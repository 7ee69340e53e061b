import type { PublicStep } from '@exam/contract/wizards';
import { later } from '../../app/later.ts';
import { ruleWords } from '../../messages/rules.ts';
import { statementWords } from '../../messages/statements.ts';
import { uploadWords } from '../../messages/upload.ts';
import { NeedToKnow } from './need-to-know.tsx';
import { SelectSubject } from './select-subject.tsx';
import type { StepScreen } from './step-screen.ts';

/** One screen for each step; a forgotten or misspelt one does not compile. Later ones are fetched when they are near. */
export const screens = {
  needToKnow: NeedToKnow,
  selectSubject: SelectSubject,
  selectSession: later(() => import('./session/select-session.tsx').then((m) => m.SelectSession), ruleWords),
  candidateInfo: later(() => import('./candidates/candidate-info.tsx').then((m) => m.CandidateInfo), ruleWords),
  examInfo: later(() => import('./exam-info.tsx').then((m) => m.ExamInfo), ruleWords, uploadWords),
  leaveType: later(() => import('./leave-type.tsx').then((m) => m.LeaveType), ruleWords),
  confirmExam: later(
    () => import('./confirmation/confirm-exam.tsx').then((m) => m.ConfirmExam),
    ruleWords,
    uploadWords,
    statementWords,
  ),
  completed: later(() => import('./completed.tsx').then((m) => m.Completed)),
} satisfies Record<PublicStep, StepScreen>;
