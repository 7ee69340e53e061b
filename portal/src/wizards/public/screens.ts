import { later } from '../../app/later.ts';
import { refundLineWords } from '../../messages/refund-line.ts';
import { ruleWords } from '../../messages/rules.ts';
import { statementWords } from '../../messages/statements.ts';
import { uploadWords } from '../../messages/upload.ts';
import { Choose } from './choose/choose.tsx';
import type { StepScreen } from './step-screen.ts';
import type { PublicPage } from './wizard.ts';

/** One screen for each page; a forgotten or misspelt one does not compile. Later ones are fetched when they are near. */
export const screens = {
  needToKnow: Choose,
  candidateInfo: later(
    () => import('./register/register-public.tsx').then((m) => m.RegisterPublic),
    ruleWords,
    uploadWords,
    statementWords,
    refundLineWords,
  ),
  completed: later(() => import('./completed.tsx').then((m) => m.Completed)),
} satisfies Record<PublicPage, StepScreen>;
