import type { RetentionClass, RetentionEnd, RetentionStart } from '@exam/contract/rules';
import type { Article, Section } from '../help-article.ts';
import type { HelpFacts } from '../help-facts.ts';

const classes: Record<RetentionClass, string> = {
  candidate: 'Candidates, guardians and pickup persons: names, documents, contacts',
  unagreedChild: 'A child under 14 whose guardian has not agreed',
  identityDocument: 'Copies of identity documents, photographs taken on exam day',
  examRecord:
    'Exam records: registration, attendance; of services after an exam from their outcome or, without one, from when they were last worked on',
  certificate: 'Records of certificates handed out',
  paperCopy: 'Copies of paper tests',
  cheatingEvidence: 'Evidence of cheating',
  networkLog: 'Network and security logs (the law asks for six months at least), whom staff saw in lists',
  cancellationPaper: 'The reason and papers for a cancellation, such as medical certificates',
  specialArrangement: 'What you write about special arrangements, with its evidence',
  signedForm: 'Signed consent forms of post-test services (with the record of the service at the latest)',
  unusedUpload:
    'Uploaded files that were never submitted, lists uploaded for import, what our office filled in for you and you did not take over',
  draft: 'Drafts, unfinished registrations, carts',
  consent: 'Your consents',
  audit: 'Record of what staff did (goes by whole months)',
  orderPerson: 'Who placed an order',
  order: 'Orders, payments, refunds: amounts and numbers',
  lapsedOrder: 'Orders that were never paid, with the registrations in them',
  messageText: 'Text of messages sent to you',
  message: 'When a message was sent, and whether it arrived',
  session: 'Devices that were signed in',
  unusedAccount: 'An account that nobody uses and that holds no order (we tell you twice before)',
  rightsRequest: 'Requests about your data, proofs that an account is yours, and our answers',
  relativeEvidence: 'Proof of death and of kinship, sent by relatives of somebody who has died',
};

const starts: Record<RetentionStart, string> = {
  lastExam:
    'last use: saved, registered, examined, or the account closed, whichever is latest; somebody taken off the list goes earlier, with the last record that names them',
  exam: 'day of the exam',
  issue: 'day of issue',
  caseClosed: 'close of the investigation',
  outcome: 'the outcome, a refusal or a cancellation',
  recorded: 'the event',
  uploaded: 'upload',
  lastChange: 'last change',
  lastUse: 'last use',
  orderClosed: 'close of the order',
  orderLapsed: 'end of the time to pay',
  sent: 'sending',
  ended: 'signing out',
  answered: 'our answer',
};

const ends: Record<RetentionEnd, string> = {
  anonymise: 'made anonymous',
  pseudonymise: 'name replaced',
  delete: 'deleted',
};

const count = (number: number, unit: string) => (number === 1 ? `1 ${unit}` : `${number} ${unit}s`);

const sections: readonly ((facts: HelpFacts) => Section)[] = [
  () => ({
    id: 'who',
    title: 'Who is responsible',
    blocks: [
      'The company named on the licence page decides what happens with personal data here. Requests and complaints go to the address on the contact page; a named person is responsible for children’s data.',
    ],
    links: [
      { href: '/business-licence', label: 'Company licence' },
      { href: '/help/contact-us', label: 'Contact us' },
    ],
  }),
  () => ({
    id: 'what',
    title: 'What we collect, and why',
    blocks: [
      [
        'You, the account holder: mobile number, e-mail address if you add one, date of birth, settings; to sign you in, to reach you, and because only adults may have an account.',
        'Each candidate: name, gender, date of birth, document type and number, e-mail, telephone; to enter them for the exam and to recognise them on the day.',
        'Candidates under 18 besides: guardian’s name, document and telephone; the person who collects them, with document and telephone.',
        'Some exams ask for more: university and contact person, course codes, membership numbers, exam series, centre number and name, candidate number, UCI number.',
        'Only when you choose to send them: medical certificates, evidence for special arrangements, signed forms.',
        'Orders, payments and refunds, but never a card number: you enter that with the payment channel.',
        'Only when you turn it on: a private address at which your calendar app reads your dates. It shows the exam, the city and the candidate’s family name with one letter; it ends when you turn it off.',
        'Technical: device, network address and time of signing in, to protect the account; the law also obliges us to keep network logs.',
      ],
      'A field that an exam does not need is not asked for. If you do not give what is marked as required, we cannot register the candidate; nothing else depends on it.',
    ],
  }),
  (facts) => ({
    id: 'sensitive',
    title: 'Sensitive data',
    blocks: [
      `Document numbers, medical certificates, exam-day photographs and everything about a child under ${facts.sensitiveAge} are sensitive. We use them only for the purpose for which they were given, ask for separate consent, and show staff a masked form.`,
      'Document numbers, candidates’ genders and dates of birth, contact details, answers and papers are stored encrypted, and lists show the last two characters of a document number at most. Names and years of birth are needed to find and sort registrations and are not encrypted one by one.',
    ],
    links: [{ href: '/help/childProtection', label: 'Children’s personal information' }],
  }),
  () => ({
    id: 'basis',
    title: 'On what grounds',
    blocks: [
      'To fulfil the contract about the exam; because the law obliges us (accounting, network logs); and with your consent, which you give box by box when you register and can take back. Taking it back stops future use; it does not undo a registration that was paid. Advertising by message is off until you switch it on.',
    ],
  }),
  () => ({
    id: 'recipients',
    title: 'Who receives data',
    blocks: [
      [
        'The awarding body, or the university or school, of the exam you choose: the entry, and on exam day the attendance.',
        'The test centre: names, document numbers and photographs for the identity check.',
        'The payment channel you choose: order number and amount.',
        'The SMS and e-mail providers: your number or address and the message.',
        'Authorities and courts, where the law obliges us.',
      ],
      'We sell nothing, and there is no tracking or advertising by others on these pages.',
    ],
  }),
  (facts) => ({
    id: 'abroad',
    title: 'Data that goes abroad',
    blocks: [
      `Most awarding bodies are outside mainland China, many in the United Kingdom. Registering for their exam means that name, gender, date of birth and exam data are sent there, for entry, marking and certificate; type and number of the document go only to bodies that enter by them (now: ${facts.documentTakers.join(', ')}), and your contact details to none. You consent to this separately for every registration, where the recipient is named, with its country, how to reach it, what it does with the data, which kinds of data they are and how you use your rights there. We keep a record of each transfer, which you can ask to see, and send nothing that the exam does not need.`,
      'Everything else stays on servers in mainland China.',
    ],
  }),
  () => ({
    id: 'periods',
    title: 'How long we keep it',
    blocks: [
      'When a period is over, data is deleted or made anonymous automatically. Should a backup from before be restored, it is forgotten again. A legal dispute can hold single records back. Answers given on a computer during an exam are not kept by us at all.',
    ],
  }),
  () => ({
    id: 'security',
    title: 'How we protect it',
    blocks: [
      'Encrypted connections and encrypted storage of sensitive fields; sign-in by password with codes or by passkey; staff see only what their task needs, in two steps where money or minors are concerned, and each look at a person is logged, also in lists. If something should go wrong in spite of that, we tell you and the authorities without delay what happened and what you can do.',
    ],
  }),
  (facts) => ({
    id: 'rights',
    title: 'Your rights',
    blocks: [
      [
        'See your data and get a copy, also in a form that other systems can read',
        'Have it corrected or completed',
        'Have it deleted, or locked where we must keep it',
        'Take back consent, switch off messages, close the account',
        'Ask us to explain these rules, and complain, also to the Cyberspace Administration',
      ],
      `Most of it you do yourself under “Account” and “My candidates”. For the rest there are buttons under “Your data”; you get an answer within ${facts.answerDays} working days.`,
    ],
    links: [
      { href: '/candidate/account/privacy', label: 'Your data' },
      { href: '/candidate/account', label: 'Account' },
    ],
  }),
  (facts) => ({
    id: 'deceased',
    title: 'When somebody has died',
    blocks: [
      'Close relatives (husband or wife, parents, children, brothers and sisters, grandparents, grandchildren) who have a legitimate interest of their own may ask to see or copy the data of somebody who has died, or to have it corrected or deleted, unless that person decided otherwise while alive. You need no account: write, telephone, or come to one of our offices. Please tell us or bring:',
      [
        'the name of the person, and the document or mobile number that was used here',
        'a proof of death',
        'a proof that you are a close relative, such as the household register, a marriage certificate or a birth certificate',
        'your own identity document: we look at it and keep no copy',
      ],
      `Two members of our staff check what you sent. You get an answer within ${facts.answerDays} working days.`,
    ],
    links: [{ href: '/help/contact-us', label: 'Contact us' }],
  }),
  () => ({
    id: 'changes',
    title: 'When these rules change',
    blocks: [
      'Each version of these rules has its date, which changes with the text. If it changes what you consented to, you are asked again at the next registration.',
    ],
  }),
];

export const helpPrivacy = {
  version: '2026-12-01',
  versions: {
    title: 'Versions',
    list: [
      { date: '2026-12-01', text: 'What our office fills in for a family added, and how long it is kept.' },
      { date: '2026-11-30', text: 'The private address of a calendar added.' },
      {
        date: '2026-11-29',
        text: 'Lists, guardians’ agreement, accounts and encryption brought up to date.',
      },
      {
        date: '2026-11-01',
        text: 'Post-test services, passkeys, the rights of close relatives and the full table of periods added.',
      },
      { date: '2025-01-01', text: 'First version.' },
    ],
  },
  retention: {
    caption: 'How long we keep what',
    what: 'What',
    period: 'How long',
    start: 'Counted from',
    end: 'Then',
    years: (number: number) => count(number, 'year'),
    months: (number: number) => count(number, 'month'),
    days: (number: number) => count(number, 'day'),
    hours: (number: number) => count(number, 'hour'),
    classes,
    starts,
    ends,
  },
  /** The section that has the table of periods. */
  tableAfter: 'periods',
  article: (facts: HelpFacts): Article => ({
    lead: 'What we know about you and the people you register, why, who else gets it, how long we keep it, and how you stay in charge.',
    sections: sections.map((write) => write(facts)),
  }),
};

export type HelpPrivacyMessages = typeof helpPrivacy;
