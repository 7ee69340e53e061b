import { lookWords } from '@exam/contract/messages/looks/en';
import type { LookPurpose, RecordKind } from '@exam/contract/rules';
import type { RoleName } from '@exam/contract/staff';

const { acts, fields } = lookWords;

const purposes: Record<LookPurpose, string> = {
  'applications.get': 'the registration',
  'applications.file': 'a file of the registration',
  'applications.letter': 'the confirmation letter',
  'applications.reveal': 'the registration',
  'arrangements.get': 'the special arrangement',
  'candidates.get': 'the saved candidate',
  'candidates.reveal': 'the saved candidate',
  'cancellations.document': 'a document of the cancellation request',
  'cancellations.get': 'the cancellation request',
  'desk.get': 'the booking',
  'desk.file': 'a file of the booking',
  'entries.export': 'in the entries sent to the awarding body',
  'examDay.get': 'on the list of the exam day',
  'examDay.sheet': 'on a list for the exam day',
  'fapiao.reveal': 'the fapiao request',
  'filing.document': 'a paper filed with the registration',
  'incidents.export': 'on a list of persons affected by an incident',
  'lists.export': 'in a list saved as a file',
  'lists.shown': 'in our lists, once or more that day',
  'notes.list': 'our notes and the history of the record',
  'postResults.get': 'the post-test service',
  'postResults.file': 'a file of the post-test service',
  'postTest.export': 'in the requests sent to the awarding body',
  'rights.handOut': 'a copy for a relative of somebody who has died',
  'rights.person': 'a request about your data',
  'search.find': 'by a search for the whole number or name',
  'accounts.reveal': 'the account’s contacts',
};

const roles: Record<RoleName, string> = {
  catalogueEditor: 'Catalogue editor',
  cataloguePublisher: 'Catalogue publisher',
  examOfficer: 'Exam officer',
  supportAgent: 'Customer support',
  financeClerk: 'Finance clerk',
  financeApprover: 'Finance approver',
  postResultsOfficer: 'Post-test officer',
  examDaySupervisor: 'Exam-day supervisor',
  privacyOfficer: 'Privacy officer',
  auditor: 'Auditor',
  administrator: 'Administrator',
};

export const accessLog = {
  title: 'Who looked at your child’s data',
  intro:
    'Each time our staff open a record of a child on your account, show one of its values in full, export or change it, it is written down here: when, in which role and office, what, and why. Lists that show your child are here too, one line for each day and office, for a year.',
  names:
    'We do not show the names of our staff. If something looks wrong, write to the contact for children’s data and quote the time.',
  contact: 'Contact for children’s data',
  back: 'Account',
  only: 'Only:',
  everyChild: 'Show every child',
  ownData: 'What we hold of each child and until when, copies, corrections and deletion:',
  ownDataLink: 'My data',
  empty: 'Nobody has looked yet',
  emptyText: 'As soon as our staff open a record of a child on your account, it is listed here.',
  acts,
  at: (when: string) => `${when} (China time)`,
  who: 'Who',
  seen: 'What was seen',
  reason: 'Why',
  noReason: 'The ordinary work on the registration',
  someone: 'A child whose data is no longer held',
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
