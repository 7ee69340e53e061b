import type { StaffEndpointName } from '../endpoints.ts';
import type { StaffCall } from './call.ts';
import { staffStaffCalls } from './staff.ts';
import { accountsStaffCalls } from './accounts.ts';
import { claimsStaffCalls } from './claims.ts';
import { candidatesStaffCalls } from './candidates.ts';
import { messagesStaffCalls } from './messages.ts';
import { jobsStaffCalls } from './jobs.ts';
import { searchStaffCalls } from './search.ts';
import { approvalsStaffCalls } from './approvals.ts';
import { bookingsStaffCalls } from './bookings.ts';
import { auditMonthsStaffCalls } from './audit-months.ts';
import { auditStaffCalls } from './audit.ts';
import { cancellationsStaffCalls } from './cancellations.ts';
import { ordersStaffCalls } from './orders.ts';
import { refundsStaffCalls } from './refunds.ts';
import { fapiaoStaffCalls } from './fapiao.ts';
import { filesStaffCalls } from './files.ts';
import { postTestOfferStaffCalls } from './post-test-offer.ts';
import { postTestsStaffCalls } from './post-test.ts';
import { reconciliationStaffCalls } from './reconciliation.ts';
import { bodyEntriesStaffCalls } from './body-entries.ts';
import { examDayStaffCalls } from './exam-day.ts';
import { reportsStaffCalls } from './reports.ts';
import { listsStaffCalls } from './lists.ts';
import { sessionMinimumsStaffCalls } from './session-minimums.ts';
import { notesStaffCalls } from './notes.ts';
import { calendarStaffCalls } from './calendar.ts';
import { placesStaffCalls } from './places.ts';
import { catalogueStaffCalls } from './catalogue.ts';
import { sessionsStaffCalls } from './exam-sessions.ts';
import { formsStaffCalls } from './forms.ts';
import { registrationsStaffCalls } from './registrations.ts';
import { arrangementsStaffCalls } from './arrangements.ts';
import { invitationsStaffCalls } from './invitations.ts';
import { preparedStaffCalls } from './prepared.ts';
import { sessionNoticesStaffCalls } from './session-notices.ts';
import { privacyStaffCalls } from './privacy.ts';
import { rightsStaffCalls } from './rights.ts';
import { incidentsStaffCalls, minorsReportStaffCalls, minorsStaffCalls } from './access.ts';
import { filedPapersStaffCalls } from './filed-papers.ts';
import { todayStaffCalls } from './today.ts';

export { defineStaffCalls, reason, type StaffCall } from './call.ts';
export { listQuery, listReply } from './list.ts';
export { listsStaffCalls } from './lists.ts';
export type { CancellationItem } from './cancellations.ts';
export {
  exceptionKinds,
  exceptionMarks,
  moneyChannels,
  type ExceptionMark,
  type MoneyChannel,
  type OrderItem,
  type PaymentExceptionItem,
  type PaymentItem,
} from './orders.ts';
export type { RefundItem } from './refunds.ts';
export { type FillItem, type NoShowItem, type RefundsItem, reportsStaffCalls, type RevenueItem } from './reports.ts';
export {
  type ReconciliationDayItem,
  type ReconciliationLine,
  type ReconciliationList,
  reconciliationLists,
  reconciliationStaffCalls,
} from './reconciliation.ts';
export type { SessionDetail, SessionItem } from './exam-sessions.ts';
export type { SessionPatternInput, SessionPlanInput, SessionPreviewRow } from './session-plans.ts';
export type { SessionAction } from './session-actions.ts';
export type { CalendarDay } from './calendar.ts';
export type { CentreItem, CityItem, OfficeItem, VenueDetail, VenueItem } from './places.ts';
export {
  type BodyContent,
  catalogueContent,
  type CatalogueContentInput,
  catalogueFees,
  type CatalogueItem,
  type CatalogueKind,
  catalogueKinds,
  type CataloguePage,
  type CatalogueRevision,
  type CatalogueState,
  type LineContent,
  type ProductContent,
  type SubjectContent,
} from './catalogue.ts';
export { calendarStaffCalls, catalogueStaffCalls, placesStaffCalls, sessionsStaffCalls };
export { cancellationsStaffCalls, ordersStaffCalls, refundsStaffCalls };
export type { StaffMe, StaffUser } from './staff.ts';
export {
  type ArrangedPaperInput,
  type ArrangementInput,
  arrangementInput,
  bookingActions,
  type DeskBooking,
} from './bookings.ts';
export type { AccountItem } from './accounts.ts';
export type { ClaimItem } from './claims.ts';
export type { CandidateItem } from './candidates.ts';
export {
  type CoveredItem,
  coveredKinds,
  type DeletionRecordItem,
  type HoldItem,
  type ListedHold,
  type HoldPage,
  holdScopes,
  privacyStaffCalls,
} from './privacy.ts';
export { type RelativeEvidence, type RightsItem, type RightsPage, rightsStaffCalls } from './rights.ts';
export {
  type IncidentItem,
  incidentsStaffCalls,
  type MinorApprovalItem,
  minorsReportStaffCalls,
  minorsStaffCalls,
  type MinorsReportFiledYear,
  type MinorsReportRow,
  type SeenPersonItem,
} from './access.ts';
export { type FiledDocumentItem, filedPapersStaffCalls, type MisconductCaseItem } from './filed-papers.ts';
export type { MessageItem, MessageTemplate } from './messages.ts';
export { messagesStaffCalls };
export { type AuditMonthItem, auditMonthStates, auditMonthsStaffCalls } from './audit-months.ts';
export type { JobItem } from './jobs.ts';
export type { FormUse } from './forms.ts';
export { formsStaffCalls };
export type { SearchKind } from './search.ts';
export { accountsStaffCalls, claimsStaffCalls, candidatesStaffCalls, jobsStaffCalls, searchStaffCalls };
export { bookingsStaffCalls, fapiaoStaffCalls, filesStaffCalls, staffStaffCalls };
export type { FapiaoItem } from './fapiao.ts';
export type { OpenProposal } from './approvals.ts';
export type { WorkAbout } from './today.ts';
export { approvalsStaffCalls, auditStaffCalls, sessionMinimumsStaffCalls, notesStaffCalls, todayStaffCalls };

export {
  type OutcomeInput,
  type OutcomeRow,
  type PostTestExport,
  type PostTestItem,
  type PostTestPage,
  postTestsStaffCalls,
  staffPostTestStatuses,
} from './post-test.ts';
export { type OfferedService, postTestOfferStaffCalls } from './post-test-offer.ts';
export type { EntryExport } from './body-entries.ts';
export { examDaySheets, type ExamDayItem, type RollEntry } from './exam-day.ts';
export {
  type CorrectionInput,
  deskStatuses,
  leaveChoices,
  type RegistrationItem,
  type RegistrationPage,
  revealFields,
} from './registrations.ts';
export type { ArrangementItem } from './arrangements.ts';
export type { InvitationCodeItem } from './invitations.ts';
export type { PreparedItem } from './prepared.ts';
export type { SessionNoticeItem } from './session-notices.ts';
export { arrangementsStaffCalls, sessionNoticesStaffCalls, bodyEntriesStaffCalls, examDayStaffCalls };
export { invitationsStaffCalls, preparedStaffCalls, registrationsStaffCalls };

/** Every call of the console by its endpoint name. A missing one does not compile. */
export const staffCalls = {
  ...staffStaffCalls,
  ...bookingsStaffCalls,
  ...filesStaffCalls,
  ...fapiaoStaffCalls,
  ...approvalsStaffCalls,
  ...auditStaffCalls,
  ...auditMonthsStaffCalls,
  ...cancellationsStaffCalls,
  ...refundsStaffCalls,
  ...ordersStaffCalls,
  ...reconciliationStaffCalls,
  ...reportsStaffCalls,
  ...sessionMinimumsStaffCalls,
  ...listsStaffCalls,
  ...notesStaffCalls,
  ...todayStaffCalls,
  ...privacyStaffCalls,
  ...rightsStaffCalls,
  ...minorsStaffCalls,
  ...minorsReportStaffCalls,
  ...incidentsStaffCalls,
  ...filedPapersStaffCalls,
  ...accountsStaffCalls,
  ...claimsStaffCalls,
  ...candidatesStaffCalls,
  ...jobsStaffCalls,
  ...searchStaffCalls,
  ...sessionsStaffCalls,
  ...messagesStaffCalls,
  ...registrationsStaffCalls,
  ...examDayStaffCalls,
  ...bodyEntriesStaffCalls,
  ...invitationsStaffCalls,
  ...preparedStaffCalls,
  ...arrangementsStaffCalls,
  ...sessionNoticesStaffCalls,
  ...calendarStaffCalls,
  ...placesStaffCalls,
  ...formsStaffCalls,
  ...catalogueStaffCalls,
  ...postTestsStaffCalls,
  ...postTestOfferStaffCalls,
} satisfies Record<StaffEndpointName, StaffCall>;

export type StaffCalls = typeof staffCalls;
