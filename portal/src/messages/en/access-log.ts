import type { LookAct, LookField, LookPurpose, RecordKind } from '@exam/contract/rules';
import type { RoleName } from '@exam/contract/staff';

const purposes: Record<LookPurpose, string> = {
  'applications.get': 'the registration',
  'applications.file': 'a file of the registration',
  'applications.letter': 'the confirmation letter',
  'applications.reveal': 'the registration',
  'arrangements.get': 'the special arrangement',
  'candidates.get': 'the saved candidate',
  'candidates.reveal': 'the saved candidate',
  'cancellations.document': 'a document of the cancellation request',
  'desk.get': 'the booking',
  'desk.file': 'a file of the booking',
  'entries.export': 'in the entries sent to the awarding body',
  'examDay.get': 'on the list of the exam day',
  'examDay.sheet': 'on a list for the exam day',
  'filing.document': 'a paper filed with the registration',
  'incidents.export': 'on a list of persons affected by an incident',
  'lists.export': 'in a list saved as a file',
  'postResults.get': 'the post-test service',
  'postResults.file': 'a file of the post-test service',
  'postTest.export': 'in the requests sent to the awarding body',
};

const fields: Record<LookField, string> = {
  name: 'name',
  birthDate: 'date of birth',
  gender: 'gender',
  maskedIdNo: 'document number, partly hidden',
  maskedContacts: 'contacts, partly hidden',
  maskedGuardian: 'guardian, partly hidden',
  maskedPickup: 'pickup person, partly hidden',
  answers: 'answers of the form',
  arrangement: 'special arrangement',
  file: 'the file',
  letter: 'the letter',
  grades: 'grades and marks',
  uci: 'UCI',
  idNo: 'document number',
  email: 'e-mail address',
  mobile: 'mobile number',
  guardianName: 'guardian’s name',
  guardianIdNo: 'guardian’s document number',
  guardianMobile: 'guardian’s mobile number',
  pickupName: 'pickup person’s name',
  pickupIdNo: 'pickup person’s document number',
  pickupMobile: 'pickup person’s mobile number',
};

const roles: Record<RoleName, string> = {
  catalogueEditor: 'Catalogue editor',
  cataloguePublisher: 'Catalogue publisher',
  examOfficer: 'Exam officer',
  supportAgent: 'Customer support',
  financeClerk: 'Finance clerk',
  financeApprover: 'Finance approver',
  postResultsOfficer: 'Post-results officer',
  examDaySupervisor: 'Exam-day supervisor',
  privacyOfficer: 'Privacy officer',
  auditor: 'Auditor',
  administrator: 'Administrator',
};

export const accessLog = {
  title: 'Who looked at your child’s data',
  intro:
    'Each time our staff open a record of a child on your account, show one of its values in full or export it, it is written down here: when, in which role and office, what, and why.',
  names:
    'We do not show the names of our staff. If something looks wrong, write to the contact for children’s data and quote the time.',
  contact: 'Contact for children’s data',
  back: 'Account',
  empty: 'Nobody has looked yet',
  emptyText: 'As soon as our staff open a record of a child on your account, it stands here.',
  acts: { Opened: 'Opened', Revealed: 'Shown in full', Exported: 'Exported' } satisfies Record<LookAct, string>,
  at: (when: string) => `${when} (China time)`,
  who: 'Who',
  seen: 'What was seen',
  reason: 'Why',
  noReason: 'The ordinary work on the registration',
  someone: 'A child whose data is held no more',
  records: {
    candidate: 'Saved candidate',
    application: 'Registration',
    booking: 'Booking',
    postTest: 'Post-test service',
  } satisfies Record<RecordKind, string>,
  headOffice: 'Head office',
  staff: 'Staff',
  separator: ', ',
  purposes,
  fields,
  roles,
};

export type AccessLogMessages = typeof accessLog;
