export const guardian = {
  title: 'A minor you are guardian of',
  lead: 'Somebody is registering a minor for an exam with us and has named you, with this number, as the guardian. Because the account is not yours, you decide as well.',
  replaced:
    'You were asked before as the guardian of a minor whom this account registers. It now registers the child for the exam below and names another guardian. You still have a say: if you do not agree, please object.',
  exam: 'Exam',
  date: 'Exam date',
  noDate: 'No fixed date',
  city: 'City',
  account: 'Registered by',
  ending: (digits: string) => `An account whose number ends in ${digits}`,
  noNumber: 'An account without a number',
  until: 'This link opens until',
  nameless: 'The child is not named here on purpose: this link may be opened by whoever holds the message.',
  mustAgree:
    'The registration goes on only if you agree. Until then there is no confirmation letter, and nothing is passed on to the awarding body.',
  mayObject: (time: string) =>
    `Until ${time} there is no confirmation letter, and nothing is passed on to the awarding body, unless you agree before. If you have not objected by then, the registration goes on.`,
  notYet:
    'You cannot agree yet: what we have to tell you about the awarding body that would receive the information is not complete. Nothing is passed on until then. You may object.',
  agree: 'I agree',
  agreeFirst: 'Please tick the statement first.',
  leavesAlone:
    'It was chosen that the child leaves alone after the exam. Without your agreement to that, the child is handed over to you only.',
  agreeToLeaving: 'I agree to leaving alone',
  leavingFirst: 'Please tick the statement, or leave it as it is: then the child is handed over to you.',
  leavingAgreed: (time: string) => `You agreed on ${time} that the child leaves alone.`,
  agreed: (time: string) => `You agreed on ${time}. You may still object.`,
  rights: 'Your rights as guardian',
  rightsList: [
    'See and copy the child’s data, have it corrected or deleted',
    'Take back consent at any time; what was done before stays lawful',
    'Complain to us and to the authorities',
  ],
  rules: 'Rules for children’s personal information',
  object: 'I object to the registration',
  question: 'Object to this registration?',
  questionText:
    'The consents given for it end at once, and nothing more is passed on to the awarding body. Other registrations of the child in this account wait as well, and the account is told. The registration itself, and what was paid, stay as they are until our privacy office has decided.',
  confirm: 'Yes, I object',
  done: 'You have objected',
  doneText: (code: string, due: string) =>
    `Your receipt number is ${code}. Please keep it. We decide by ${due} at the latest; to hear from us or to add something, write to or call the person responsible for children’s data and give this number.`,
  doneNext:
    'From now on nothing more is passed on to the awarding body. The registration and the money stay as they are until then. We tell you by text message what was decided.',
  gone: 'This link cannot be used',
  goneText:
    'It was mistyped, has been used or is over. If you wish to object nevertheless, please reach the person responsible for children’s data; the rules for children say how.',
};

export type GuardianMessages = typeof guardian;
