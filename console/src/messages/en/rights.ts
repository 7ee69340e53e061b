import type { RightsRequestStatus } from '@exam/contract/machines';
import type { RightsKind } from '@exam/contract/rules';

const kinds: Record<RightsKind, string> = {
  Copy: 'Copy of the data',
  Correction: 'Correction',
  Deletion: 'Deletion of a candidate',
  Withdrawal: 'Consent withdrawn',
  Objection: 'Guardian’s objection',
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
    'Requests of people about their own data, and of relatives of the dead: due in 15 working days, on the Today board from the tenth. A guardian’s objection is due a day before the exam, and on the board earlier.',
  empty: 'Nobody has asked for anything.',
  kinds,
  statuses,
  code: 'Receipt',
  kind: 'Kind',
  status: 'State',
  received: 'Received (China time)',
  due: 'Answer by (China date)',
  answered: 'Answered (China time)',
  takenBy: 'Taken by',
  answeredBy: 'Answered by',
  open: 'Still to answer',
  yes: 'Yes',
  no: 'No',
  alarm: 'Answer soon',
  overdue: 'The time to answer has passed',
  of: (code: string) => `Request ${code}`,
  details: 'The request',
  account: 'Account',
  seeAccount: 'Open the account',
  candidate: 'Candidate',
  document: 'Document',
  wish: 'What was asked',
  answer: 'Answer',
  examDate: 'Exam (China date)',
  restricted:
    'The data of this person is only kept, and no longer used: neither the account nor exam staff can find it. The nightly run deletes it when the last period ends.',
  waits: 'Periods end (China time)',
  held: 'A legal hold keeps the data of this person. The deletion follows when the hold is released.',
  uncorrected:
    'Nothing of this person has been corrected since the request came. Once it is corrected, by the account or by us, the request can be answered; otherwise refuse it with a reason.',
  take: 'Take it',
  taken: 'It is yours now.',
  reply: 'Answer',
  replyText: 'The person is told by SMS and e-mail, and reads the answer in the account.',
  replyLabel: 'Answer to the person',
  replied: 'Answered. The person is being told.',
  refuse: 'Refuse',
  uphold: 'Uphold the objection',
  upholdText:
    'The objection is right: the registration does not go on. The guardian is told by SMS, the account by SMS and e-mail, and the exam office gets a task to withdraw the registration and pay back. The account reads what you write.',
  refuseIt: 'Refuse the objection',
  proposed: (name: string) => `Waits for a colleague’s decision. Proposed by ${name}`,
  toProposal: 'Open the proposal',
  refuseText: 'The person reads the reason in the account.',
  refuseDeletion: 'The person reads the reason in the account. The candidate and the registrations may be used again.',
  byGuardian: 'By the guardian, by the link of a text message',
  guardianReads:
    'The guardian is told by SMS and reads what you write by the link, while it opens. The account does not see the request.',
  guardianDeletion:
    'Answering deletes the child from the account. Open registrations, bookings and requests have to be cancelled first.',
  refused: 'Refused. The person is being told.',
  refuseObjection:
    'The objection is not right. The guardian is told, and asked once more by a new link. The consents that the objection ended hold again once the guardian agrees by that link; until then nothing about the child is passed to the awarding body. If the guardian does not agree, the registration has to be cancelled. The account reads the reason.',
  elsewhere: 'The same person in other accounts',
  elsewhereText:
    'These accounts name the same document. What a guardian said in one of them does not hold in another: decide with all of them in view.',
  guardians: { Objected: 'Has objected', Waits: 'Has not answered yet', Agreed: 'Has agreed', None: 'Is not asked' },
  stranger: 'Not the guardian',
  strangerText:
    'Use this when the number is a stranger’s. Once a colleague agrees, the objection ends, the consents it ended hold again, and nothing is sent to that number any more. The account is asked to name the right guardian; the registration of a child under 14 goes on waiting for that guardian. The account reads the reason.',
  mistaken: 'Objected by mistake',
  mistakenText:
    'Use this when the guardian did not mean to object. Once a colleague agrees, the objection is refused and the consents it ended hold again; the guardian gets a new link and is asked to agree. The account reads the reason.',
  mistakenAsk: 'Ask a colleague',
  mistakenDone: 'Proposed. Until a colleague agrees, the consents stay ended.',
  endedNote: (count: number) =>
    count === 1
      ? 'One consent stays ended: nothing about the child is passed to the awarding body.'
      : `${count} consents stay ended: nothing about the child is passed to the awarding body.`,
  cancelNote:
    'They hold again once the guardian agrees by the new link. If that does not happen, the registration has to be cancelled.',
};

export type RightsMessages = typeof rights;
