import { idTypes } from '@exam/contract/messages/id-types/en';
import { agreeToLeaveAlone, leaveChoices } from '@exam/contract/messages/leave/en';
export const application = {
  loaded: {
    failed: 'This could not be loaded',
    failedText: 'Nothing has been lost. Please check your connection and try again.',
    offline: 'You are offline',
    offlineText: 'The page goes on by itself as soon as there is a connection again.',
    again: 'Try again',
    gone: 'We could not find this',
    goneText: 'It may have been deleted, or it belongs to another account.',
  },
  times: (times: string) => `${times} China time`,
  fields: {
    exam: 'Exam',
    subject: 'Subject',
    date: 'Date',
    time: 'Time',
    city: 'Place',
    candidate: 'Candidate',
    code: 'Application ID',
    fee: 'Exam fee',
    document: 'ID document',
    dob: 'Date of birth',
    gender: 'Gender',
    mobile: 'Mobile number',
    email: 'E-mail',
    name: 'Name',
    relation: 'Relation to the candidate',
    leave: 'Way of leaving',
  },
  guardianWait: {
    agree:
      'The guardian has to agree by the link in our text message. Until then there is no letter, and the entry is not passed on.',
    linkOver:
      'The guardian has not agreed: the link that they were sent has run out, or the message did not reach their phone. Have it sent again: until they agree there is no letter, and the entry is not passed on.',
    sendAgain: 'Send the link again',
    sent: (ending: string, time: string) =>
      `A new link has been sent to the guardian’s number ending in ${ending}. It works until ${time}; the one before does not work any more.`,
    object: (time: string) =>
      `The guardian is sent a text message and may object until ${time}, or agree at once. Until then there is no letter, and the entry is not passed on.`,
    objected: 'The guardian has objected. There is no letter, and nothing is passed on, until we have decided.',
    upheld:
      'An objection of the guardian was upheld. This registration does not go on: our office withdraws it, and writes to you about what was paid.',
    wrongNumber:
      'The mobile number given for the guardian is not the guardian’s, and we send nothing more to it. Please correct the guardian in your list of candidates, and send us name and mobile number of the right one for this registration. Until that guardian has answered there is no letter, and the entry is not passed on.',
    tag: 'Waits for the guardian',
  },
  code: (code: string) => `Application ID ${code}`,
  status: {
    Initiated: 'In the cart',
    Submitted: 'Awaiting payment',
    Registered: 'Registered',
    past: 'Exam over',
    RegisteredCancellationRequested: 'Cancellation requested',
    RegisteredCancellationRejected: 'Cancellation rejected',
    Cancelled: 'Cancelled',
    Withdrawn: 'Withdrawn',
    Expired: 'Expired',
    Processing: 'Being processed',
    Complete: 'Completed',
    ApplicationRejected: 'Rejected',
  },
  idTypes,
  genders: { Male: 'Male', Female: 'Female' },
  relations: {
    Father: 'Father',
    Mother: 'Mother',
    LegalGuardian: 'Legal guardian',
    Other: 'Other',
  },
  people: {
    candidate: 'Candidate',
    guardian: 'Guardian',
    pickup: 'Leaving the centre',
    pickupPerson: 'Pickup person',
    leavingDoubted: 'The guardian picks up, until the guardian has agreed to leaving alone',
  },
  leave: leaveChoices,
  leaveForm: {
    choice: 'How does the candidate leave the centre after the exam?',
    choiceHint: (age: number) => `On the exam day the candidate is ${age} years old.`,
    choiceHintYoung: (age: number) =>
      `On the exam day the candidate is ${age} years old. Candidates aged 10 or under may not leave alone.`,
    person: 'Who picks the candidate up?',
    personHint:
      'At least 14 years old, with the document below. The guardian may always come too; nobody else may collect the candidate. A guardian whose number is not that of this account is told by text message who it is.',
    name: 'Name',
    idType: 'Type of document',
    idNo: 'Document number',
    idNoAgain: 'For safety we never show a saved number: please enter it in full.',
    mobile: 'Mobile number',
    fourteen: 'This person is 14 years old or older.',
    agree: agreeToLeaveAlone,
    agreeMissing: 'Please tick this box, or choose somebody who picks up.',
    guardianStatementHint: 'The guardian’s statement is kept with the registration, as when it was made.',
    consents: 'Please confirm once more',
    consentsHint: 'The registration is submitted again with your change, so each statement must be ticked again.',
    information: 'I confirm that the above information is correct',
    save: 'Save',
    cancel: 'Cancel',
    problem: (p: { label: string; text: string }) => `${p.label}: ${p.text}`,
  },
  print: 'Print',
  notices: 'Please note',
};

export type ApplicationMessages = typeof application;
