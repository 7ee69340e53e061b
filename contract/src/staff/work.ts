import type { ProposalKindName } from './effects.ts';
import type { Permission } from './permissions.ts';

/**
 * What may wait for staff on the Today board, and the right without which an item is not shown. `null`: whoever may decide the
 * proposal it is about.
 */
export const workKinds = {
  bookingToPrice: 'bookings:read',
  bookingRejected: 'bookings:read',
  cancellationToDecide: 'cancellations:read',
  documentsOverdue: 'cancellations:read',
  refundFailed: 'refunds:read',
  refundOverdue: 'refunds:read',
  paymentException: 'payments:read',
  sessionUnderMinimum: 'sessions:read',
  venueMissing: 'sessions:read',
  secondPersonNeeded: null,
  letterFailed: 'applications:read',
  guardianSilent: 'applications:read',
  objectionUpheld: 'applications:read',
  specialArrangement: 'arrangements:read',
  publicationFailed: 'catalogue:read',
  fapiaoToIssue: 'fapiao:read',
  fapiaoToRed: 'fapiao:read',
  postTestToSend: 'postTest:read',
  postTestOutcome: 'postTest:read',
  postTestCancellation: 'postTest:read',
  claimToDecide: 'accounts:write',
  rightsRequest: 'privacy:read',
  minorsReportDue: 'privacy:export',
  holdReview: 'privacy:read',
  signInsTried: 'staff:read',
  manyReveals: 'privacy:read',
  manySearches: 'privacy:read',
  rightsGiven: 'privacy:read',
  holidaysToConfirm: 'calendar:write',
} as const satisfies Record<string, Permission | null>;

export type WorkKind = keyof typeof workKinds;

export const workKindNames = Object.keys(workKinds) as [WorkKind, ...WorkKind[]];

/** What an item of the board is about: each has a page of its own. */
export const workObjectNames = [
  'booking',
  'cancellation',
  'refund',
  'proposal',
  'session',
  'sessionSubject',
  'paymentException',
  'application',
  'claim',
  'catalogueLine',
  'catalogueProduct',
  'catalogueSubject',
  'catalogueBody',
  'fapiao',
  'postTest',
  'rightsRequest',
  'minorsReport',
  'hold',
  'staff',
  'calendarYear',
] as const;
export type WorkObject = (typeof workObjectNames)[number];

/** What notes can be written about, and the right that reading and writing them needs. */
export const noteObjects = {
  application: 'applications:read',
  order: 'orders:read',
  booking: 'bookings:read',
  account: 'accounts:read',
  candidate: 'candidates:read',
  session: 'sessions:read',
  refund: 'refunds:read',
  postTest: 'postTest:read',
} as const satisfies Record<string, Permission>;

export type NoteObject = keyof typeof noteObjects;

export const noteObjectNames = Object.keys(noteObjects) as [NoteObject, ...NoteObject[]];

/** What the history of staff acts can be asked for, and the right that reading it needs: whoever reads the object. */
export const historyObjects = {
  ...noteObjects,
  cancellation: 'cancellations:read',
  sessionSubject: 'sessions:read',
  staff: 'staff:read',
  paymentException: 'payments:read',
  fapiao: 'fapiao:read',
  rightsRequest: 'privacy:read',
} as const satisfies Record<string, Permission>;

export type HistoryObject = keyof typeof historyObjects;

export const historyObjectNames = Object.keys(historyObjects) as [HistoryObject, ...HistoryObject[]];

/** What answers an item of the board, once a second person agrees: until then nobody else has to decide about it. */
export const answeredBy: Partial<Record<WorkKind, readonly ProposalKindName[]>> = {
  bookingToPrice: ['bookingPrice'],
  bookingRejected: ['bookingPrice'],
  cancellationToDecide: ['cancellationApproval'],
  refundFailed: ['refundByHand'],
  refundOverdue: ['refundByHand'],
  paymentException: ['exceptionAttach', 'refundRest'],
  sessionUnderMinimum: ['minimumWithdrawal'],
  rightsRequest: ['objectionMistaken', 'relativeGrant'],
};

/** The work behind the screens, by the name of its task. */
export const jobTasks = [
  'accounts.forget',
  'accounts.tellUnused',
  'applications.lapse',
  'approvals.lapse',
  'bookings.sweep',
  'cancellations.watchDocuments',
  'files.purge',
  'guardians.ask',
  'candidates.elsewhere',
  'rights.takeOver',
  'imports.forget',
  'letters.mail',
  'letters.plan',
  'letters.sweep',
  'messages.readReports',
  'messages.send',
  'messages.sendCircular',
  'messages.sendCode',
  'minimums.find',
  'minimums.withdraw',
  'orders.tellPlaced',
  'passkeys.forget',
  'prepared.forget',
  'payments.clear',
  'payments.deadline',
  'payments.lookOutside',
  'payments.poll',
  'payments.sweep',
  'platform.forget',
  'platform.tell',
  'platform.birthdays',
  'platform.reseal',
  'platform.unlock',
  'refunds.send',
  'refunds.sweep',
  'refunds.watchTargets',
  'sessionDesk.empty',
  'sessionDesk.endOrder',
  'sessionDesk.sweep',
  'verification.forget',
  'workItems.sweep',
  'cashier.adopt',
  'catalogueDesk.sweep',
  'catalogueDesk.takeEffect',
  'circulars.tell',
  'files.remove',
  'files.removeHalves',
  'files.sweep',
  'letters.again',
  'moves.close',
  'moves.tell',
  'notices.fallBack',
  'reminders.cartLapsed',
  'reminders.carts',
  'reminders.exams',
  'reminders.orders',
  'reminders.venues',
  'retention.run',
  'retention.journal',
  'fapiao.mail',
  'postTest.lapse',
] as const;
export type JobTask = (typeof jobTasks)[number];
