/** How long an approval to open records of minors holds (decision 0021). */
export const minorApprovalDays = { case: 7, standing: 365 } as const;

/** Records of people that staff open. */
export const recordKinds = ['candidate', 'application', 'booking', 'postTest'] as const;
export type RecordKind = (typeof recordKinds)[number];

/** What was done when somebody looked: a page or file opened, a value shown whole, a list saved or sent. */
export const lookActs = ['Opened', 'Revealed', 'Exported'] as const;
export type LookAct = (typeof lookActs)[number];

/** By which call somebody looked; named as the call or the act of the audit is. */
export const lookPurposes = [
  'applications.get',
  'applications.file',
  'applications.letter',
  'applications.reveal',
  'arrangements.get',
  'candidates.get',
  'candidates.reveal',
  'cancellations.document',
  'desk.get',
  'desk.file',
  'entries.export',
  'examDay.get',
  'examDay.sheet',
  'filing.document',
  'incidents.export',
  'lists.export',
  'postResults.get',
  'postResults.file',
  'postTest.export',
] as const;
export type LookPurpose = (typeof lookPurposes)[number];

/** What of a person is seen. `masked…`: only some signs of it. */
export const lookFields = [
  'name',
  'birthDate',
  'gender',
  'maskedIdNo',
  'maskedContacts',
  'maskedGuardian',
  'maskedPickup',
  'answers',
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
] as const;
export type LookField = (typeof lookFields)[number];
