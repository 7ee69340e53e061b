/** Guardians of minors: who is told of a registration, and what waits for their answer (PIPL 31, decision 0052). */
export { keepConsents } from './keep-consents.ts';
export {
  askAnew,
  forgetAnswers,
  guardianOf,
  guardianTokenHash,
  hasSavedGuardian,
  noticeGuardian,
  registeredAs,
  type Registered,
} from './notice.ts';
export { noteAgreement, noteObjection, takeAnswerBack } from './answer.ts';
export { linksFollowExam } from './follow-exam.ts';
export { forgetLeaving, leavingDoubted } from './leaving.ts';
export { askAboutLeaving, numberToAsk, sendLinkAgain, takeLimitsOfLink } from './send-again.ts';
export {
  giveNoticesBack,
  giveTimeBack,
  guardianWaits,
  isObjectedTo,
  moveNotices,
  requestWaits,
  takeNoticesBack,
} from './wait.ts';
export { waitOfIt } from './whose.ts';
