import { bookingForStorage, bookingStepIds, bookingSteps, emptyBookingDraft } from '@exam/contract/wizards';
import type { BookingDraft, BookingStep } from '@exam/contract/wizards';
import type { ComponentType } from 'react';
import type { StepPropsOf, Wizard } from '../parts/wizard.ts';

/** The pages of the request: notice and wish; candidate, form, leaving and statements; what comes next. */
export type BookingPage = 'needToKnow' | 'candidateInfo' | 'completed';

const pages: Readonly<Record<BookingStep, BookingPage>> = {
  needToKnow: 'needToKnow',
  expectation: 'needToKnow',
  candidateInfo: 'candidateInfo',
  examInfo: 'candidateInfo',
  leaveType: 'candidateInfo',
  confirmExam: 'candidateInfo',
  completed: 'completed',
};

/** The request of a booking for the machinery of wizards. A change begun on the confirmation starts over from there. */
export const bookingWizard: Wizard<BookingStep, BookingDraft, BookingPage> = {
  kind: 'booking',
  pageOf: (step) => pages[step],
  ids: bookingStepIds,
  steps: bookingSteps,
  empty: emptyBookingDraft,
  forStorage: bookingForStorage,
  firstWithAccount: 'candidateInfo',
  confirm: 'confirmExam',
  completed: 'completed',
  isFinished: (draft) => draft.bookingId !== null,
  keptForAnother: () => ({}),
  returnsToConfirm: false,
};

/** What every step of the booking wizard gets. */
export type StepProps = StepPropsOf<BookingStep, BookingDraft>;

export type StepScreen = ComponentType<StepProps>;
