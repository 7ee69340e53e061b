/** How long an approval to open records of minors holds (decision 0024). */
export const minorApprovalDays = { case: 7, standing: 365 } as const;

/** How many records one reason may be given for at a time: a session's list, or a file of outcomes. */
export const mostReasonRecords = 1000;

/** Records of people that staff open. */
export const recordKinds = ['candidate', 'application', 'booking', 'postTest'] as const;
export type RecordKind = (typeof recordKinds)[number];

/**
 * What was done when somebody looked: a page or file opened, a value shown whole, a list saved or sent, something of the record changed,
 * the person found by a whole number or name, or shown in a list.
 */
export const lookActs = ['Opened', 'Revealed', 'Exported', 'Changed', 'Found', 'Listed'] as const;
export type LookAct = (typeof lookActs)[number];

/**
 * By which call somebody looked; named as the call or the act of the audit is. Rows keep the name when the call gets another: `desk` is now
 * `bookings`, `entries` `bodyEntries`, `filing` `filedPapers`, `postResults` `postTests`.
 */
export const lookPurposes = [
  'accounts.reveal',
  'applications.get',
  'applications.file',
  'applications.letter',
  'applications.reveal',
  'arrangements.get',
  'candidates.get',
  'candidates.reveal',
  'cancellations.document',
  'cancellations.get',
  'desk.get',
  'desk.file',
  'entries.export',
  'examDay.get',
  'examDay.sheet',
  'fapiao.reveal',
  'filing.document',
  'incidents.export',
  'lists.export',
  'lists.shown',
  'notes.list',
  'postResults.get',
  'postResults.file',
  'postTest.export',
  'rights.handOut',
  'rights.person',
  'search.find',
] as const;
export type LookPurpose = (typeof lookPurposes)[number];

/** What of a person is seen. `masked…`: only some characters of it. */
export const lookFields = [
  'name',
  'maskedName',
  'birthDate',
  'gender',
  'maskedIdNo',
  'maskedContacts',
  'maskedGuardian',
  'maskedPickup',
  'answers',
  'notes',
  'cancellation',
  'arrangement',
  'file',
  'letter',
  'grades',
  'uci',
  'idNo',
  'email',
  'mobile',
  'guardianName',
  'guardianIdNo',
  'guardianMobile',
  'pickupName',
  'pickupIdNo',
  'pickupMobile',
  'holderContacts',
] as const;
export type LookField = (typeof lookFields)[number];
