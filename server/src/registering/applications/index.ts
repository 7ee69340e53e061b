import type { AboutReaders, Sweeps } from '#office/work-items';
import type { Cron, Tasks } from '#platform/worker';
import { guardiansSilent } from './guardian-silent.ts';
import { lapseCarts } from './cart/lapse.ts';
import { letterFailed } from './letter/mail.ts';
import { aboutApplications } from './about.ts';

/** Applications: what one candidate registers for, from the cart to the exam. */
export { routes } from './routes.ts';
export { createBooked, type BookedPerson } from './book.ts';
export { readEntry, type Entry, type Problems } from './submission/entry.ts';
export { entryOf, type PersonInput } from './submission/person.ts';
export { type FilledForm, filesOfAnswers, keepFormFiles, readAnswers, templateOf } from './submission/form.ts';
export { refuseProblems } from './submission/prepare.ts';
export { applicationsOfBooking, bookingsWithoutExam } from './page/list.ts';
export { comingExams, type ComingExam } from './page/coming.ts';
export { writePerson } from './submission/snapshot.ts';
export {
  applicationsForOrder,
  lockForOrders,
  markExpired,
  markRegistered,
  submitting,
  reviveExpired,
  type ApplicationForOrder,
} from './cart/for-order.ts';
export { clonesOf, lockWithClones } from './cart/clones.ts';
export { isCartLine } from './cart/leave-cart.ts';
export { papersOf } from './cart/cart.ts';
export { availabilityRefusal } from './cart/offer.ts';
export { lineProblem, lockOnce, takenElsewhere } from './cart/line-problem.ts';
export { bornColumns } from './submission/age-class.ts';
export { keepGuardian } from './keep-guardian.ts';
export { examName } from './about.ts';
export { keepLeaveAllowed } from './leave-after-move.ts';
export { moveToSession } from './move.ts';
export { reorder } from './cart/reorder.ts';
export {
  holdRegistrations,
  moveRegistrations,
  type PaidRegistration,
  paidRegistrations,
  paidSet,
} from './cancelling.ts';
export { arrangementAsked, shownAnswers } from './submission/answers.ts';
export { correctApplication } from './correct.ts';
export type { Correction } from './corrected-form.ts';
export {
  birthDates,
  chineseNames,
  maskedIdNumbers,
  openApplications,
  type OpenedApplication,
  type OpenedPerson,
  pickupOfApplication,
} from './unseal.ts';
export { countOpenApplications, emptyCart, liveRegistrations } from './open-applications.ts';
export {
  forgetCartOf,
  liftRegistrations,
  registrationsOfCandidate,
  type RegistrationsKept,
  restrictRegistrations,
} from './restrict.ts';
export {
  asksForArrangement,
  consentClock,
  forgetAccountOfRegistrations,
  forgetUnpaid,
  isEvidence,
  isLineHeld,
  registrationBelongs,
  retention,
  isRegisteredIn,
} from './retention.ts';
export { countUpDesk, holdRegistrationsOf, lockCart, lockRegistrationsOf, noteArrangement } from './store.ts';
export { showApplication } from './page/show.ts';
export { letterCodeColumns, letterCodeOf } from './letter/code.ts';
export { sealLetterCodes } from './letter/seal-codes.ts';
export { examNames, letterFacts, type LetterFacts } from './letter/facts.ts';
export {
  claimLetter,
  leavingConsentEnds,
  letterIsOld,
  letterMailsAreOld,
  lettersAreOld,
  lettersOfSession,
  lettersToPlan,
  moveLetterMail,
} from './letter/mail.ts';

export const sweeps: Sweeps = { guardianSilent: guardiansSilent, letterFailed };
export const abouts: AboutReaders = { application: aboutApplications };
export const tasks: Tasks = { 'applications.lapse': lapseCarts };
export const crons: Cron[] = [{ task: 'applications.lapse', match: '*/10 * * * *' }];
export { live, seated } from './states.ts';
