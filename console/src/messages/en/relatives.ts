import type { ClosingBlocker } from '@exam/contract/entities';
import type { ArrivalWay, EvidenceKind, Relation, RelativeKind } from '@exam/contract/rules';

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
  Other: 'Another paper',
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
  open: 'Request of a relative',
  openTitle: 'Request of a relative of somebody who has died',
  openText:
    'Close relatives may ask for somebody who has died (PIPL 49). Nothing of it is sent to the account. The fifteen working days run from the day on which the request arrived.',
  ofAccount:
    'It is about the whole account, whose holder has died. If it is about somebody saved in it, open it there.',
  isWholeAccount: 'The account was the deceased’s own, and the request is about it too',
  isWholeAccountHint:
    'The copy then holds the account and its orders as well, and a deletion closes the account. Nothing of other people saved in it is handed out.',
  kind: 'What is asked for',
  wish: 'In the relative’s words',
  relation: 'Relation to the deceased',
  name: 'Name of the relative',
  contact: 'How to reach the relative',
  contactHint: 'Address, telephone or e-mail. It is kept sealed and shown for a reason only.',
  arrivedBy: 'How it arrived',
  arrivedOn: 'Arrived on (China date)',
  opened: (code: string) => `Opened as ${code}.`,
  tag: 'For the deceased',
  filter: 'Of relatives of the deceased',
  howTo:
    'To write down what a relative asks for somebody who has died, open the person and press “Request of a relative”:',
  toCandidates: 'Candidates',
  toAccounts: 'Accounts',
  who: 'Who asks',
  scope: 'About',
  scopes: { candidate: 'This candidate', account: 'The whole account', both: 'This candidate and the whole account' },
  openedBy: 'Opened by',
  grantedBy: 'Granted by',
  granted: 'Granted (China time)',
  doneAt: { Copy: 'Copy handed out (China time)', Correction: '', Deletion: 'Deletion carried out (China time)' },
  arranged: 'Decided otherwise while alive (recorded, China time)',
  proofs: 'Proofs',
  noProofs: 'Nothing is filed yet.',
  paper: 'Paper',
  file: 'File',
  filed: 'Filed (China time)',
  checked: 'Checked (China time)',
  notChecked: 'Not checked yet',
  add: 'File a proof',
  addText: 'A scan of the paper, or the file that was sent. Proofs are deleted three years after the answer.',
  choose: 'Choose a file',
  chooseAnother: 'Choose another file',
  chosen: (name: string) => `Chosen: ${name}`,
  added: 'Filed.',
  check: 'Checked',
  checkWhat: (paper: string) => `${paper}: checked`,
  checkText:
    'You have held this paper against the person it is about and against the identity document of whoever asks.',
  checkedDone: 'Noted as checked.',
  remove: 'Delete',
  removeWhat: (paper: string) => `${paper}: delete`,
  removeText: 'For a paper that was filed by mistake. Its file is deleted for good.',
  removed: 'Deleted.',
  propose: 'Ask for a second person',
  proposeText: {
    Copy: 'When a colleague agrees, you can hand out the copy.',
    Correction: 'When a colleague agrees, the correction can be made.',
    Deletion: 'When a colleague agrees, the deletion is carried out at once. It cannot be undone.',
  },
  proposed: 'A colleague can decide now.',
  handOut: 'Hand out the copy',
  handOutText:
    'A page with everything that is held of the deceased, whole, to be opened, printed and handed over. Say below how it reaches the relative. Delete the file from your computer afterwards.',
  language: 'Language of the copy',
  languages: { zh: '简体中文', en: 'English' },
  arrange: 'Decided otherwise while alive',
  arrangeText:
    'The deceased had arranged otherwise, in a will for instance. Then nothing is granted: refuse with the reason.',
  arrangeReason: 'By what they decided it',
  unarrange: 'Take back “decided otherwise”',
  unarrangeText: 'It turned out that the deceased had not decided otherwise.',
  recorded: 'Recorded.',
  answerText: 'No message is sent. Print the receipt with your answer and send it, or hand it over.',
  answered: 'Answered. Now send or hand over the receipt.',
  refuseText: 'No message is sent. The reason stands on the receipt: print it and send it, or hand it over.',
  refused: 'Refused. Now send or hand over the receipt.',
  next: {
    arranged: 'The person decided otherwise while alive: refuse with the reason.',
    proofs:
      'File and check a proof of death and a proof of kinship. Look at the relative’s own identity document; no copy of it is kept.',
    blocked: 'The deletion has to wait until what stands below has ended or was cancelled.',
    propose: 'The proofs are complete: ask for a second person.',
    proposed: 'A second person has to decide.',
    toApprovals: 'Second person',
    Copy: 'Granted: hand out the copy.',
    Correction: 'Granted: have the data corrected where it stands, then answer.',
    Deletion: 'Granted and carried out: answer.',
    handed: 'The copy was handed out: answer.',
  },
  inTheWay: 'In the way of the deletion',
  inTheWayText: 'The exam office cancels the registrations by their codes, with the refund that the policy gives.',
  blockers,
  live: 'Registrations with an exam ahead',
  code: 'Code',
  examDate: 'Exam',
  receipt: {
    link: 'Receipt',
    title: 'Receipt',
    lead: 'For the relative. Print it, or save it as a file and send it; the system sends nothing by itself.',
    print: 'Print',
    heading: 'Request for the data of somebody who has died',
    organisation: 'Examport',
    number: 'Number',
    deceased: 'Data of',
    holder: 'the holder of the account',
    asked: 'Asked by',
    proofs: 'Proofs shown',
    none: 'none yet',
    due: 'We answer by (China time)',
    status: 'State',
    answer: 'Our answer',
    foot: 'Whoever is not satisfied may complain to us, at the address under “Contact us”, or to the Cyberspace Administration.',
  },
  relations,
  arrivals,
  evidence,
  kinds,
};

export type RelativesMessages = typeof relatives;
