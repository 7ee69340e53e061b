import {
  cancellationOutcomes,
  candidateAgeTypes,
  genders,
  guardianTypes,
  idTypes,
  markOutcomes,
} from '../entities/index.ts';
import {
  applicationStates,
  arrangementStates,
  attendanceStates,
  bookingStates,
  misconductStates,
  orderStates,
  proposalStates,
  refundStates,
  rightsRequestStates,
  sessionStates,
} from '../machines/index.ts';
import { rightsKinds } from '../rules/rights.ts';
import { filedKinds } from '../rules/filing.ts';
import { recordKinds } from '../rules/looks.ts';
import { lateStages } from '../rules/session-plan.ts';
import { auditFields, type AuditFieldKind } from './audit-fields.ts';
import { examDaySheets } from './calls/exam-day.ts';
import { revealFields } from './calls/registrations.ts';
import { roleNames } from './permissions.ts';
import { jobTasks, proposalKindNames, workKindNames } from './work.ts';

export { type AuditField, type AuditFieldKind, auditFields } from './audit-fields.ts';

/** Every act that the audit may name: `area.act`. */
export const auditActs = [
  'accounts.endSessions',
  'accounts.lock',
  'accounts.reveal',
  'accounts.unlock',
  'applications.correct',
  'applications.file',
  'applications.move',
  'applications.reveal',
  'applications.sendLetter',
  'applications.sendLetters',
  'applications.withdraw',
  'approvals.approve',
  'approvals.propose',
  'approvals.refused',
  'approvals.reject',
  'approvals.takeBack',
  'arrangements.decide',
  'arrangements.get',
  'arrangements.record',
  'bookings.addServiceRange',
  'bookings.confirm',
  'bookings.document',
  'bookings.draft',
  'bookings.extend',
  'bookings.lift',
  'bookings.reissue',
  'bookings.removeServiceRange',
  'bookings.take',
  'bookings.timetable',
  'bookings.update',
  'bookings.withdraw',
  'calendar.confirmYear',
  'calendar.removeDay',
  'calendar.setDay',
  'cancellations.approve',
  'cancellations.askForDocuments',
  'cancellations.document',
  'cancellations.reject',
  'candidates.merge',
  'candidates.reveal',
  'catalogue.discard',
  'catalogue.draft',
  'catalogue.plan',
  'catalogue.publish',
  'catalogue.save',
  'catalogue.takeBack',
  'circulars.send',
  'claims.accept',
  'claims.moveNumber',
  'claims.refuse',
  'claims.takeBack',
  'entries.export',
  'examDay.closeRoll',
  'examDay.mark',
  'examDay.sheet',
  'filing.add',
  'filing.closeCase',
  'filing.document',
  'filing.openCase',
  'fapiao.issue',
  'fapiao.paper',
  'fapiao.redIssue',
  'fapiao.refuse',
  'fapiao.reveal',
  'holds.open',
  'holds.release',
  'incidents.export',
  'incidents.note',
  'invitations.end',
  'invitations.limit',
  'invitations.make',
  'invitations.replace',
  'jobs.remove',
  'jobs.retry',
  'lists.export',
  'messages.resend',
  'messages.resetTemplate',
  'messages.saveTemplate',
  'minors.approve',
  'minors.endApproval',
  'minors.exportReport',
  'minors.refused',
  'minimums.move',
  'minimums.runAnyway',
  'minimums.withdraw',
  'notes.add',
  'orders.expireNow',
  'orders.extend',
  'orders.look',
  'payments.attachException',
  'payments.closeException',
  'payments.payByHand',
  'payments.refund',
  'places.create',
  'places.edit',
  'postTest.addFiles',
  'postTest.approveCancellation',
  'postTest.changeFees',
  'postTest.clearUci',
  'postTest.correct',
  'postTest.export',
  'postTest.file',
  'postTest.outcome',
  'postTest.refuse',
  'postTest.rejectCancellation',
  'postTest.saveWindow',
  'postTest.setAgeLimit',
  'postTest.take',
  'reconciliation.close',
  'reconciliation.explain',
  'reconciliation.upload',
  'refunds.approve',
  'refunds.payByHand',
  'refunds.proof',
  'refunds.retry',
  'retention.run',
  'rights.answer',
  'rights.refuse',
  'rights.take',
  'sessions.changeCapacity',
  'sessions.changeFees',
  'sessions.changeWindow',
  'sessions.create',
  'sessions.edit',
  'sessions.export',
  'sessions.move',
  'sessions.publish',
  'sessions.takeBack',
  'sessions.withdraw',
  'staff.acceptInvitation',
  'staff.changePassword',
  'staff.changeRights',
  'staff.endSessions',
  'staff.invite',
  'staff.inviteAgain',
  'staff.lock',
  'staff.resetSecondFactor',
  'staff.unlock',
  'today.reassign',
  'today.release',
  'today.snooze',
  'today.take',
  'today.wake',
] as const;
export type AuditAct = (typeof auditActs)[number];

/** What an act may be done to. */
export const auditObjects = [
  'application',
  'booking',
  'order',
  'payment',
  'paymentException',
  'refund',
  'reconciliation',
  'cancellation',
  'session',
  'sessionSubject',
  'serviceRange',
  'account',
  'claim',
  'candidate',
  'staff',
  'list',
  'entryExport',
  'job',
  'message',
  'messageTemplate',
  'proposal',
  'office',
  'city',
  'venue',
  'centre',
  'calendarDay',
  'calendarYear',
  'catalogueLine',
  'catalogueProduct',
  'catalogueSubject',
  'hold',
  'rightsRequest',
  'fapiao',
  'minorApproval',
  'minorsReport',
  'incident',
  'misconductCase',
  'filedDocument',
  'postTest',
  'postTestExport',
  'postTestService',
] as const;
export type AuditObject = (typeof auditObjects)[number];

const claimOutcomes = ['Proved', 'NotMe', 'ByStaff', 'Refused', 'NumberMoved'] as const;

/** Every code that a field of the audit may hold. */
export const auditCodes = [
  ...applicationStates,
  ...bookingStates,
  ...orderStates,
  ...refundStates,
  ...sessionStates,
  ...attendanceStates,
  ...arrangementStates,
  ...proposalStates,
  ...rightsRequestStates,
  ...rightsKinds,
  ...cancellationOutcomes,
  ...claimOutcomes,
  ...idTypes,
  ...genders,
  ...candidateAgeTypes,
  ...guardianTypes,
  ...lateStages,
  ...markOutcomes,
  ...roleNames,
  ...workKindNames,
  ...proposalKindNames,
  ...revealFields,
  ...examDaySheets,
  ...recordKinds,
  ...filedKinds,
  ...misconductStates,
  'missing',
  'expired',
  ...jobTasks,
  'Active',
  'Inactive',
  'Invited',
  'Locked',
  'Everything',
  'Policy',
  'Candidate',
  'Subject',
  'Holiday',
  'MakeupWorkday',
  'Official',
  'Provisional',
  'complete',
  'approveCancellation',
  'refuse',
  'revive',
  'refund',
  'known',
  'unknownTrade',
  'amountMismatch',
  'line',
  'product',
  'subject',
] as const;
export type AuditCode = (typeof auditCodes)[number];

const fieldKinds: ReadonlyMap<string, AuditFieldKind> = new Map(Object.entries(auditFields));
const codes: ReadonlySet<string> = new Set(auditCodes);

/** How a field of the audit is to be read; rows of tables keep theirs as `from_date`. Undefined for a field nobody named here. */
export function auditFieldOf(field: string): { name: string; kind: AuditFieldKind } | undefined {
  const name = field.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
  const kind = fieldKinds.get(name);
  return kind && { name, kind };
}

/** What of an entry's values has no name here: fields as `field`, codes as `field=code`. Empty where everything can be told in words. */
export function unknownInAudit(values: unknown): string[] {
  if (Array.isArray(values)) return values.flatMap(unknownInAudit);
  if (typeof values !== 'object' || values === null) return [];
  return Object.entries(values).flatMap(([field, value]) => {
    const known = auditFieldOf(field);
    if (known === undefined) return [field];
    if (known.kind === 'part') return unknownInAudit(value);
    return known.kind === 'code' ? codesIn(value).map((code) => `${field}=${code}`) : [];
  });
}

function codesIn(value: unknown): string[] {
  const all: unknown[] = Array.isArray(value) ? value : [value];
  return all
    .filter((each) => each !== null)
    .map(String)
    .filter((each) => !codes.has(each));
}
