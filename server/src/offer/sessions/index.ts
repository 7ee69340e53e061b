/** Sessions: what can be registered for, when, at what price, and its seats. */
export { routes } from './routes.ts';
export { arrangeSessions, type ArrangedPaper } from './arrange-sessions.ts';
export { changeSession, retimePapers } from './change-session.ts';
export type { ListedAvailability } from './availability.ts';
export { sessionsForSale, type SessionForSale } from './for-sale.ts';
export { isInvitationOpen } from './invitation.ts';
export { presentOwnSession } from './present.ts';
export { refundTermsFor } from './refund-terms.ts';
export { findOwnSession, type FoundSession } from './search.ts';
export { lateFeesOf, linesOf, papersByIds, type Paper, type PaperLine } from './papers.ts';
export {
  decideSeats,
  lockSessions,
  retakeSeats,
  takeSeats,
  type SeatAnswer,
  type SeatLine,
  type SeatRequest,
} from './seats/seats.ts';
export { changePersonOfSeats, forgetAccountOfSeats, forgetPersonOfSeats } from './seats/person.ts';
export { confirmSeats, extendHold, releaseSeats } from './seats/release.ts';
export { insertPapers, insertSessions, removePapers, writePrices } from './write.ts';
