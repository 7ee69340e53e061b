import type { BookingStep } from '@exam/contract/wizards';
import { useMessages } from '@exam/ui/i18n';
import { createElement, useState } from 'react';
import { later } from '../../app/later.ts';
import { ruleWords } from '../../messages/rules.ts';
import { statementWords } from '../../messages/statements.ts';
import { uploadWords } from '../../messages/upload.ts';
import type { Product } from '../../app/catalogue.ts';
import { bookingWizardWords } from '../../messages/booking-wizard.ts';
import { beginningOf, type Kept } from '../parts/draft/store.ts';
import { WizardPage } from '../parts/wizard-page.tsx';
import { Expectation } from './expectation.tsx';
import { ExpectationBar } from './expectation-bar.tsx';
import { NeedToKnow } from './need-to-know.tsx';
import { bookingWizard, type StepScreen } from './wizard.ts';

/** One screen for each step; a forgotten or misspelt one does not compile. Later ones are fetched when they are near. */
const screens = {
  needToKnow: NeedToKnow,
  expectation: Expectation,
  candidateInfo: later(() => import('./candidate-info.tsx').then((m) => m.CandidateInfo), ruleWords),
  examInfo: later(() => import('./exam-info.tsx').then((m) => m.ExamInfo), ruleWords, uploadWords),
  leaveType: later(() => import('./leave-type.tsx').then((m) => m.LeaveType), ruleWords),
  confirmExam: later(
    () => import('./confirm-exam.tsx').then((m) => m.ConfirmExam),
    ruleWords,
    uploadWords,
    statementWords,
  ),
  completed: later(() => import('./completed.tsx').then((m) => m.Completed)),
} satisfies Record<BookingStep, StepScreen>;

const withBar: readonly BookingStep[] = ['candidateInfo', 'examInfo', 'leaveType'];

/** The seven steps of a booking's request (six for an adult). */
export function BookingWizard({ product, kept }: { product: Product; kept: Kept & { isResumed: boolean } }) {
  const words = useMessages(bookingWizardWords);
  const [beginning] = useState(() => beginningOf(bookingWizard, product.code, kept));
  return (
    <WizardPage
      wizard={bookingWizard}
      product={product}
      beginning={beginning}
      texts={words}
      bar={(step, draft) => withBar.includes(step) && <ExpectationBar product={product} draft={draft} />}
      screen={(step, props) => createElement(screens[step], { key: step, ...props })}
    />
  );
}
