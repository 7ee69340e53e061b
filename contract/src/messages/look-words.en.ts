import type { LookAct, LookField, LookPurpose } from '../rules/looks.ts';

const fields: Record<LookField, string> = {
  name: 'name',
  maskedName: 'name (partly hidden)',
  birthDate: 'date of birth',
  gender: 'gender',
  maskedIdNo: 'document number (last two characters)',
  maskedContacts: 'contacts (partly hidden)',
  maskedGuardian: 'guardian (partly hidden)',
  maskedPickup: 'pickup person (partly hidden)',
  answers: 'answers of the form',
  notes: 'notes',
  cancellation: 'the reason for the cancellation',
  arrangement: 'special arrangement',
  file: 'a file',
  letter: 'confirmation letter',
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
  holderContacts: 'the account holder’s contacts',
};

const purposes: Record<LookPurpose, string> = {
  'applications.get': 'Registration page',
  'applications.file': 'File of a registration',
  'applications.letter': 'Confirmation letter',
  'applications.reveal': 'Value of a registration',
  'arrangements.get': 'Special arrangement',
  'candidates.get': 'Candidate page',
  'candidates.reveal': 'Candidate shown whole',
  'cancellations.document': 'Document of a cancellation',
  'cancellations.get': 'Cancellation request',
  'desk.get': 'Booking page',
  'desk.file': 'File of a booking',
  'entries.export': 'Entries for the awarding body',
  'examDay.get': 'Roll of an exam day',
  'examDay.sheet': 'List for an exam day',
  'fapiao.reveal': 'Fapiao request shown whole',
  'filing.document': 'Filed paper',
  'incidents.export': 'Persons of an incident',
  'lists.export': 'List saved as a file',
  'lists.shown': 'Lists',
  'notes.list': 'Notes and history',
  'postResults.get': 'Post-test request',
  'postResults.file': 'File of a post-test request',
  'postTest.export': 'Post-test requests for the awarding body',
  'rights.handOut': 'Copy for a relative of somebody who has died',
  'rights.person': 'Request about one’s own data',
  'search.find': 'Search by a whole number or name',
  'accounts.reveal': 'Account shown whole',
};

const acts: Record<LookAct, string> = {
  Opened: 'Opened',
  Revealed: 'Shown whole',
  Exported: 'Exported',
  Changed: 'Changed',
  Found: 'Found',
  Listed: 'Seen in a list',
};

/** What staff saw of a person, on which way and how: for lists and files of staff, and for the person. */
export const lookWords = { fields, purposes, acts };

export type LookWords = typeof lookWords;
