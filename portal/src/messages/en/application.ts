import { idTypes } from '@exam/contract/messages/id-types/en';
import { agreeToLeaveAlone, leaveChoices } from '@exam/contract/messages/leave/en';
export const application = {
  loaded: {
    failed: 'This could not be loaded',
    failedText: 'Nothing has been lost. Check your connection and try again.',
    offline: 'You are offline',
    offlineText: 'The page continues as soon as you are back online.',
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
    relation: 'Relationship to the candidate',
    leave: 'How they leave',
  },
  guardianWait: {
    agree:
      'The guardian has to agree using the link in our text message. Until then there is no letter, and the entry is not passed on.',
    wrong:
      'If the guardian’s mobile number is wrong, write to us or call us: changing your list of candidates does not change this registration.',
    contact: 'How to reach our office',
    linkOver:
      'The guardian has not agreed: their link has expired, or the message did not reach their phone. Send it again: until they agree there is no letter, and the entry is not passed on.',
    sendAgain: 'Send the link again',
    sent: (ending: string, time: string) =>
      `A new link has been sent to the guardian’s number ending in ${ending}. It works until ${time}; the old one no longer works.`,
    object: (time: string) =>
      `We send the guardian a text message. They can object until ${time}, or agree at once. Until then there is no letter, and the entry is not passed on.`,
    former: (time: string) =>
      `You named another mobile number for the guardian before. Whoever has it can object until ${time}; until then there is no letter, and the entry is not passed on. If that number was a slip, write to us or call us: our office looks into it, and once two colleagues agree nothing waits for that number.`,
    objected: 'The guardian has objected. There is no letter, and nothing is passed on, until we have decided.',
    upheld:
      'The guardian’s objection was upheld. This registration does not go on: our office will withdraw it and write to you about what was paid.',
    wrongNumber:
      'The mobile number given for the guardian is not the guardian’s, so we send nothing more to it. Correct the guardian in your list of candidates, and send us the right guardian’s name and mobile number for this registration. Until that guardian has answered there is no letter, and the entry is not passed on.',
    tags: {
      waits: 'Waiting for the guardian',
      objected: 'The guardian has objected',
      upheld: 'Objection upheld',
      wrongNumber: 'Guardian’s number is wrong',
    },
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
    leavingDoubted: 'Collected by the guardian, until the guardian has agreed to leaving alone',
  },
  leave: leaveChoices,
  leaveForm: {
    choice: 'How does the candidate leave the centre after the exam?',
    choiceHint: (age: number) => `On the exam day the candidate is ${age} years old.`,
    choiceHintYoung: (age: number) =>
      `On the exam day the candidate is ${age} years old. Candidates aged 10 or under may not leave alone.`,
    person: 'Who collects the candidate?',
    personHint:
      'At least 14 years old, with the document below. The guardian may also come; nobody else may collect the candidate. If the guardian has another number than this account, we tell them by text message who it is.',
    name: 'Name',
    idType: 'Type of document',
    idNo: 'Document number',
    idNoAgain: 'For safety we never show a saved number. Enter it in full.',
    mobile: 'Mobile number',
    fourteen: 'This person is 14 or over',
    agree: agreeToLeaveAlone,
    agreeMissing: 'Tick this box, or choose somebody to collect the candidate.',
    guardianStatementHint: 'The guardian’s statement is kept with the registration, as it was made.',
    consents: 'Confirm once more',
    consentsHint: 'Your change submits the registration again, so tick each statement again.',
    information: 'I confirm that the above information is correct',
    save: 'Save',
    cancel: 'Cancel',
    problem: (p: { label: string; text: string }) => `${p.label}: ${p.text}`,
  },
  print: 'Print',
  notices: 'What you need to know',
};

export type ApplicationMessages = typeof application;
