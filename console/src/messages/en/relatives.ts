import type { ClosingBlocker } from '@exam/contract/entities';
import { inWords } from '@exam/contract/messages/numerals/en';
import {
  type ArrivalWay,
  type EvidenceKind,
  keptYears,
  type Relation,
  type RelativeKind,
  rightsAnswerDays,
} from '@exam/contract/rules';

const relations: Record<Relation, string> = {
  Spouse: 'Husband or wife',
  Parent: 'Father or mother',
  Child: 'Son or daughter',
  Sibling: 'Brother or sister',
  Grandparent: 'Grandparent',
  Grandchild: 'Grandchild',
};

const arrivals: Record<ArrivalWay, string> = {
  InPerson: 'In person',
  Post: 'By post',
  Email: 'By e-mail',
  Telephone: 'By telephone',
};

const evidence: Record<EvidenceKind, string> = {
  DeathProof: 'Proof of death',
  KinshipProof: 'Proof of kinship',
  Other: 'Another document',
};

const kinds: Record<RelativeKind, string> = {
  Copy: 'A copy of the data',
  Correction: 'A correction',
  Deletion: 'A deletion',
};

const blockers: Record<ClosingBlocker['kind'], string> = {
  UnpaidOrder: 'Orders that wait for payment',
  UpcomingExam: 'Registrations with an exam ahead, or with a refund that is not done',
  OpenRefund: 'Refunds that are not done',
  OpenBooking: 'Bookings and post-test services under way',
};

export const relatives = {
  open: 'Request by a relative',
  openTitle: 'Request by a relative of somebody who has died',
  openIt: 'Record the request',
  openText: `Close relatives have rights in the data of somebody who has died (PIPL 49). The account is told nothing of it. The ${inWords(rightsAnswerDays, 'working day')} run from the day on which the request arrived.`,
  ofAccount:
    'It is about the whole account, whose holder has died. If it is about somebody saved in it, open it there.',
  isWholeAccount: 'The account was the deceased’s own, and the request covers it too',
  isWholeAccountHint:
    'The copy then holds the account and its orders as well, and a deletion closes the account. Nothing of other people saved in it is handed out.',
  kind: 'What is asked for',
  wish: 'In the relative’s words',
  relation: 'Relation to the deceased',
  name: 'Name of the relative',
  contact: 'How to reach the relative',
  contactHint: 'Address, telephone or e-mail. It is stored encrypted, and shown only for a reason.',
  arrivedBy: 'How it arrived',
  arrivedOn: 'Arrived on (China date)',
  opened: (code: string) => `Recorded as ${code}.`,
  tag: 'By a relative of the deceased',
  filter: 'By a relative of the deceased',
  howTo:
    'To record what a relative of somebody who has died asks for, open the person and press “Request by a relative”:',
  toCandidates: 'Candidates',
  toAccounts: 'Accounts',
  who: 'Who asks',
  scope: 'About',
  scopes: { candidate: 'This candidate', account: 'The whole account', both: 'This candidate and the whole account' },
  openedBy: 'Recorded by',
  grantedBy: 'Granted by',
  granted: 'Granted (China time)',
  doneAt: { Copy: 'Copy handed out (China time)', Correction: '', Deletion: 'Deletion carried out (China time)' },
  arranged: 'Decided otherwise while alive (recorded, China time)',
  proofs: 'Proofs',
  noProofs: 'Nothing has been filed yet.',
  paper: 'Document',
  file: 'File',
  filed: 'Filed (China time)',
  checked: 'Checked (China time)',
  notChecked: 'Not checked yet',
  add: 'File a proof',
  addText: `A scan of the document, or the file that was sent. Proofs are deleted ${inWords(keptYears('relativeEvidence'), 'year')} after the answer.`,
  choose: 'Choose a file',
  chooseAnother: 'Choose another file',
  chosen: (name: string) => `Chosen: ${name}`,
  added: 'Filed.',
  check: 'Mark as checked',
  checkWhat: (paper: string) => `${paper}: mark as checked`,
  checkText:
    'Only once you have compared this document with the data of the deceased and with the relative’s own identity document.',
  checkedDone: 'Marked as checked.',
  remove: 'Delete',
  removeWhat: (paper: string) => `${paper}: delete`,
  removeText: 'For a document that was filed by mistake. Its file is deleted for good.',
  removed: 'Deleted.',
  propose: 'Propose to a colleague',
  proposeText: {
    Copy: 'When a colleague agrees, you can hand out the copy.',
    Correction: 'When a colleague agrees, the correction can be made.',
    Deletion: 'When a colleague agrees, the deletion is carried out at once. It cannot be undone.',
  },
  proposed: 'A colleague can decide now.',
  handOut: 'Hand out the copy',
  handOutText:
    'A page with everything held about the deceased, nothing masked, to open, print and hand over. Delete the file from your computer afterwards.',
  handOutReason: 'How it reaches the relative',
  language: 'Language of the copy',
  languages: { zh: '简体中文', en: 'English' },
  arrange: 'Decided otherwise while alive',
  arrangeText:
    'The deceased had arranged otherwise, in a will for instance. Once this is recorded nothing can be granted: refuse, with the reason.',
  arrangeReason: 'On what evidence',
  unarrange: 'Take back “decided otherwise”',
  unarrangeText: 'It turned out that the deceased had not decided otherwise.',
  recorded: 'Recorded.',
  answerText: 'No message is sent. Print the receipt with your answer and send it, or hand it over.',
  answered: 'Answered. Now send or hand over the receipt.',
  refuseText: 'No message is sent. The reason stands on the receipt: print it and send it, or hand it over.',
  refused: 'Refused. Now send or hand over the receipt.',
  next: {
    arranged: 'The person decided otherwise while alive: refuse, with the reason.',
    proofs:
      'File and check a proof of death and a proof of kinship. Look at the relative’s own identity document; no copy of it is kept.',
    blocked: 'The deletion has to wait until what is listed below has ended or been cancelled.',
    propose: 'The proofs are complete: ask for a colleague.',
    proposed: 'A colleague has to decide.',
    toApprovals: 'Go to “Proposals”',
    Copy: 'Granted: hand out the copy.',
    Correction: 'Granted: have the data corrected where it stands, then answer.',
    Deletion: 'Granted and carried out: answer.',
    handed: 'The copy was handed out: answer.',
  },
  inTheWay: 'In the way of the deletion',
  inTheWayText: 'The exam office cancels these registrations, with the refund the policy gives. Give it the codes.',
  blockers,
  live: 'Registrations with an exam ahead',
  code: 'Code',
  examDate: 'Exam',
  receipt: {
    link: 'Receipt',
    title: 'Receipt',
    lead: 'For the relative. Print it, or save it as a file and send it; the system sends nothing by itself.',
    print: 'Print',
    heading: 'Request about the data of somebody who has died',
    organisation: 'Examport',
    number: 'Number',
    deceased: 'Data of',
    holder: 'the holder of the account',
    asked: 'Asked by',
    proofs: 'Proofs shown',
    none: 'none yet',
    due: 'We answer by',
    status: 'State',
    answer: 'Our answer',
    foot: 'If you are not satisfied, you may complain to us (see “Contact us” on our website) or to the Cyberspace Administration.',
  },
  relations,
  arrivals,
  evidence,
  kinds,
};

export type RelativesMessages = typeof relatives;
