import { registerSweep } from '#office/worklist';
import type { Cron, Tasks } from '#platform/worker';
import { guardiansSilent } from './guardian-silent.ts';
import { lapseCarts } from './lapse.ts';

registerSweep('guardianSilent', guardiansSilent);

/** Applications: what one candidate registers for, from the cart to the exam. */
export { routes } from './routes.ts';
export { createBooked, type BookedPerson } from './book.ts';
export { readEntry, type Entry, type Problems } from './entry.ts';
export { entryOf, type PersonInput } from './person.ts';
export { type FilledForm, filesOfAnswers, keepFormFiles, readAnswers, templateOf } from './form.ts';
export { refuseProblems } from './prepare.ts';
export { applicationsOfBooking } from './list.ts';
export { writePerson } from './snapshot.ts';
export {
  applicationsForOrder,
  lockForOrders,
  markExpired,
  markRegistered,
  submitting,
  reviveExpired,
  type ApplicationForOrder,
} from './for-order.ts';

export { bornColumns } from './age-class.ts';
export { keepLeaveAllowed } from './leave-after-move.ts';
export { moveToSession } from './move.ts';
export { reorder } from './reorder.ts';
export { moveRegistrations, type PaidRegistration, paidRegistrations, paidSet } from './cancelling.ts';
export { arrangementAsked, shownAnswers } from './answers.ts';
export { correctApplication, type Correction } from './correct.ts';
export { birthDates, maskedIdNumbers, openApplications, type OpenedApplication, type OpenedPerson } from './unseal.ts';
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
  isCartLine,
  isEvidence,
  isLineHeld,
  registrationBelongs,
  retention,
} from './retention.ts';
export { countUpDesk, holdRegistrationsOf, lockCart, lockRegistrationsOf, noteArrangement } from './store.ts';
export { showApplication } from './show.ts';
export { examNames, letterFacts, type LetterFacts } from './letter-facts.ts';
export {
  claimLetter,
  leavingConsentEnds,
  letterIsOld,
  letterMailsAreOld,
  lettersAreOld,
  lettersOfSession,
  lettersToPlan,
  moveLetterMail,
} from './letter-mail.ts';

export const tasks: Tasks = { 'applications.lapse': lapseCarts };
export const crons: Cron[] = [{ task: 'applications.lapse', match: '*/10 * * * *' }];
export { live, seated } from './states.ts';
