import type { RightsRequestStatus } from '@exam/contract/machines';
import type { RightsKind } from '@exam/contract/rules';

const kinds: Record<RightsKind, string> = {
  Copy: 'Copy of the data',
  Correction: 'Correction',
  Deletion: 'Deletion of a candidate',
  Withdrawal: 'Consent withdrawn',
};

const statuses: Record<RightsRequestStatus, string> = {
  Received: 'Received',
  InReview: 'In review',
  Answered: 'Answered',
  Refused: 'Refused',
};

export const rights = {
  title: 'Requests about data',
  intro:
    'What people ask about their own data. Each is answered within 15 working days; from the tenth it is on the Today board.',
  empty: 'Nobody has asked for anything.',
  kinds,
  statuses,
  code: 'Receipt',
  kind: 'What',
  status: 'State',
  received: 'Received (China time)',
  due: 'Due (China time)',
  answered: 'Answered (China time)',
  takenBy: 'Taken by',
  answeredBy: 'Answered by',
  open: 'Still to answer',
  yes: 'Yes',
  no: 'No',
  alarm: 'Answer soon',
  of: (code: string) => `Request ${code}`,
  details: 'The request',
  account: 'Account',
  seeAccount: 'Open the account',
  candidate: 'Candidate',
  document: 'Document',
  wish: 'What was asked',
  answer: 'Answer',
  restricted:
    'This person is out of all use but keeping: neither the account nor the staff of the exams find them any more. The nightly run deletes them when the last period ends.',
  waits: 'Periods end (China time)',
  held: 'A hold keeps this person. The deletion follows when it is released.',
  take: 'Take it',
  taken: 'It is yours now.',
  reply: 'Answer',
  replyText: 'The person is told by SMS and e-mail, and reads the answer in the account.',
  replyLabel: 'Answer to the person',
  replied: 'Answered. The person is being told.',
  refuse: 'Refuse',
  refuseText: 'The person reads the reason in the account.',
  refuseDeletion: 'The person reads the reason in the account. The candidate and the registrations may be used again.',
  refused: 'Refused. The person is being told.',
};

export type RightsMessages = typeof rights;
