import type { LeaveDraft } from './public.ts';
import { cleared, replay } from './wizard.ts';
import type { LoggedStep, Step } from './wizard.ts';

/** The steps of a booking, in the specification's names and order. */
export const bookingStepIds = [
  'needToKnow',
  'expectation',
  'candidateInfo',
  'examInfo',
  'leaveType',
  'confirmExam',
  'completed',
] as const;
export type BookingStep = (typeof bookingStepIds)[number];

/** A booking in progress. People are saved on the server first and are here by id only. */
export interface BookingDraft {
  productId: string | null;
  registrationTemplateId: string | null;
  /** What the product was when its notice was read; sent with the request. */
  productLastModifiedOn: string | null;
  hasReadNotice: boolean;
  officeId: string | null;
  /** The expected date, `yyyy-mm-dd` in China. */
  expectDate: string | null;
  candidateId: string | null;
  /** Whether the candidate is a minor today. */
  isMinor: boolean;
  /** Answers of the registration form; empty where the product has none; null until the step is done. */
  formAnswers: Readonly<Record<string, unknown>> | null;
  leave: LeaveDraft | null;
  /** What the submission made; null before. */
  bookingId: string | null;
}

/** The draft of a booking nobody has begun. */
export const emptyBookingDraft: BookingDraft = {
  productId: null,
  registrationTemplateId: null,
  productLastModifiedOn: null,
  hasReadNotice: false,
  officeId: null,
  expectDate: null,
  candidateId: null,
  isMinor: false,
  formAnswers: null,
  leave: null,
  bookingId: null,
};

/** The booking wizard as data: seven steps, six for an adult. */
export const bookingSteps: readonly Step<BookingStep, BookingDraft>[] = [
  {
    id: 'needToKnow',
    fills: ['productId', 'registrationTemplateId', 'productLastModifiedOn', 'hasReadNotice'],
    done: (draft) => draft.productId !== null && draft.hasReadNotice,
  },
  {
    id: 'expectation',
    fills: ['officeId', 'expectDate'],
    done: (draft) => draft.officeId !== null && draft.expectDate !== null,
  },
  { id: 'candidateInfo', fills: ['candidateId', 'isMinor'], done: (draft) => draft.candidateId !== null },
  { id: 'examInfo', fills: ['formAnswers'], done: (draft) => draft.formAnswers !== null },
  {
    id: 'leaveType',
    fills: ['leave'],
    when: (draft) => draft.isMinor,
    done: ({ leave }) => leave !== null && (leave.choice !== 'AuthorisedPersonPicksUp' || leave.pickupPerson !== null),
  },
  { id: 'confirmExam', fills: ['bookingId'], done: (draft) => draft.bookingId !== null },
  { id: 'completed', fills: [], done: () => true },
];

/** The steps that "change information" on the confirmation may jump to. */
export const bookingJumps = ['expectation', 'candidateInfo', 'examInfo'] as const satisfies readonly BookingStep[];

/**
 * The draft after a jump back from the confirmation (R-36, exactly as specified): to the expectation a new registration of the same
 * exam; to the candidate without candidate, departure and form; to the test information without departure and form.
 */
export function jumpedBack(draft: BookingDraft, to: (typeof bookingJumps)[number]): BookingDraft {
  return cleared(bookingSteps, draft, { to, empty: emptyBookingDraft });
}

/**
 * Checks the step log of a request on the server: every step shown before the confirmation, in order; the confirmation itself may
 * be at the end. `isMinor`: whether the candidate is one today.
 */
export function replayBooking(isMinor: boolean, log: readonly LoggedStep[]): ReturnType<typeof replay> {
  const through = log.at(-1)?.stepName === 'confirmExam' ? 'confirmExam' : 'leaveType';
  return replay(bookingSteps, { ...emptyBookingDraft, isMinor }, { log, through });
}

/**
 * The part of a draft that may rest in session storage: without the pickup person, who carries a document number, and without
 * answers in which a need is described in words. Their steps then count as not done until the server's draft brings them back.
 */
export function bookingForStorage(draft: BookingDraft): BookingDraft {
  const answers = Object.values(draft.formAnswers ?? {});
  const tellsNeed = answers.some(
    (answer) => typeof answer === 'object' && answer !== null && 'reason' in answer && Boolean(answer.reason),
  );
  return {
    ...draft,
    leave: draft.leave === null ? null : { choice: draft.leave.choice, pickupPerson: null },
    formAnswers: tellsNeed ? null : draft.formAnswers,
  };
}
