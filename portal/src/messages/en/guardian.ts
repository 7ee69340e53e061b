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
  pickup: 'Also collects the child',
  comes: (name: string, ending: string) => `${name} (mobile ending in ${ending})`,
  or: ' or ',
  until: 'You can answer until',
  nameless: 'The child is not named here on purpose: this link may be opened by whoever holds the message.',
  mustAgree:
    'The registration goes on only if you agree. Until then there is no confirmation letter, and nothing is passed on to the awarding body.',
  mayObject: (time: string) =>
    `Until ${time} there is no confirmation letter, and nothing is passed on to the awarding body, unless you agree before. If you have not objected by then, the registration goes on.`,
  notYet:
    'You cannot agree yet: what we have to tell you about the awarding body that would receive the information is not complete. Nothing is passed on until then. You may object.',
  agree: 'I agree',
  agreeFirst: 'Tick the statement first.',
  leavesAloneNext:
    'It was chosen that the child leaves alone after the exam. Once you have agreed to the registration, we ask you about that as well.',
  leavesAlone:
    'It was chosen that the child leaves alone after the exam. Without your agreement to that, the child is handed over to you only.',
  agreeToLeaving: 'I agree to leaving alone',
  leavingFirst: 'Tick the statement, or leave it as it is: then the child is handed over to you.',
  leavingAgreed: (time: string) => `You agreed on ${time} that the child leaves alone.`,
  agreed: (time: string) => `You agreed on ${time}. You may still object.`,
  rights: 'Your rights as guardian',
  rightsList: [
    'See here what we keep of the child and who looked, and ask to have it corrected or deleted',
    'Take back consent at any time, by objecting; what was done before stays lawful',
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
    `Your receipt number is ${code}. Keep it. We decide by ${due} at the latest; to hear from us or to add something, write to or call the person responsible for children’s data and give this number.`,
  doneNext:
    'From now on nothing more is passed on to the awarding body. The registration and the money stay as they are until then. We tell you by text message what was decided.',
  over: 'The exam has begun: you can no longer agree or object by this link. You can still see what we keep here, and ask to have it corrected or deleted.',
  objected: {
    title: (time: string) => `You objected on ${time}`,
    open: (code: string, due: string) =>
      `Your reference is ${code}. We decide by ${due} and tell you by text message; until then nothing is passed to the awarding body.`,
    upheld: (code: string) =>
      `Your objection ${code} was upheld: the registration does not go on, and our office withdraws it.`,
    back: (code: string) =>
      `To withdraw the objection or add something, contact our officer for children’s personal information and quote ${code}.`,
  },
  window: {
    title: 'What we keep of the child',
    text: 'To see what is kept, who looked at it, and to have it corrected or deleted, enter the child’s date of birth. It keeps out anybody who was sent this link by mistake.',
    birthDate: 'Child’s date of birth',
    open: 'Show what is kept',
    name: 'Name',
    idNo: 'Document number',
    sitting: (code: string) => `Registration ${code}`,
    kept: 'Kept, and until when',
    looks: (count: number) => `Who looked at it (${count})`,
    noLooks: 'None of our staff has looked at it.',
    newest: (count: number) => `The newest ${count} are shown.`,
    requests: 'What you have asked for',
    ask: { Correction: 'Have something corrected', Deletion: 'Have everything about the child deleted' },
    askText: {
      Correction:
        'We answer within 15 working days and tell you by text message. The account does not see what you write.',
      Deletion:
        'A registration that is still open has to be cancelled first. What the law makes us keep is put out of all other use and deleted when its time is over. We answer within 15 working days and tell you by text message.',
    },
    wish: { Correction: 'What is wrong, and what is right?', Deletion: 'Why, and what else should we know?' },
    send: 'Send request',
    asked: 'Your request is with us',
    askedText: (code: string, due: string) =>
      `Your receipt number is ${code}. We answer by ${due} at the latest, and tell you by text message; you can read the answer on this page.`,
  },
  gone: 'This link cannot be used',
  goneText:
    'It was mistyped, has been used, has expired or was replaced by a newer one: please use the link of the latest text message. If you still want to object, contact the person responsible for children’s data; the rules for children say how.',
};

export type GuardianMessages = typeof guardian;
