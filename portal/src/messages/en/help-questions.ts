import { inWords } from '@exam/contract/messages/numerals/en';
import type { HelpFacts } from '../help-facts.ts';
import type { QuestionGroup } from '../help-article.ts';

const account: QuestionGroup = {
  id: 'account',
  title: 'Account and signing in',
  questions: [
    {
      id: 'who-can-register',
      question: 'Who can open an account?',
      answer: [
        'Adults of 18 and over, with a mainland China mobile number. A candidate under 18 never has an account of their own: a parent or guardian opens one and registers the child.',
        'One account can look after as many candidates as you like.',
      ],
    },
    {
      id: 'code-does-not-arrive',
      question: 'The verification code does not arrive. What can I do?',
      answer: [
        'Wait a minute, check the blocked messages of your phone, and ask for another code. Only the newest code counts, and it is valid for 5 minutes.',
        'If you have added an e-mail address or a passkey to the account, you can sign in with that instead.',
      ],
    },
    {
      id: 'new-phone-number',
      question: 'I have a new phone number. How do I keep my account?',
      answer: [
        'If the old number still works, change it under “Account”: both numbers get a code. If it does not, reset the password through your e-mail address, sign in and change the number.',
        'If you have neither, write to us. We check that the account is yours before anything is changed.',
      ],
      link: { href: '/candidate/account', label: 'Account' },
    },
    {
      id: 'recycled-number',
      question: 'I signed in with my number and see somebody else’s account',
      answer: [
        'Numbers are given out again by the operators. Choose “This is not me”: you get an empty account of your own, and the former owner is told. You will not be shown their data.',
      ],
    },
  ],
};

const candidates = (facts: HelpFacts): QuestionGroup => ({
  id: 'candidates',
  title: 'Candidates and documents',
  questions: [
    {
      id: 'which-document',
      question: 'Which identity document should I use?',
      answer: [
        'The one the candidate will bring on exam day, because the two are compared. We accept:',
        [
          'the mainland resident identity card; a child without a card uses the number in the household register',
          'the mainland travel permit for Hong Kong, Macau or Taiwan residents, or their residence permit',
          'a Hong Kong or Macau identity card',
          'a passport of any country',
        ],
      ],
    },
    {
      id: 'names-in-pinyin',
      question: 'How do I write the name?',
      answer: [
        'Exactly as on the document, in pinyin or Latin letters: surname and given name in their own boxes, the syllables of the given name together (XIAOMING). You may type Chinese characters and take the pinyin we suggest, but check surnames that are read in two ways. A Chinese name may be given as well: it stands beside the pinyin on the registration and the confirmation letter, and is not sent to the awarding body.',
        'The name goes to the awarding body and onto the certificate. After payment it can no longer be changed here.',
      ],
    },
    {
      id: 'import',
      question: 'Can I enter many candidates at once?',
      answer: [
        `Yes. Under “My candidates” download the template, fill it in and upload it as XLS or XLSX: up to ${facts.importRows} rows and 2 MB a file. You see a preview with every mistake at its cell, correct it on the spot, and nothing is saved until you confirm.`,
      ],
      link: { href: '/candidate/my-candidates', label: 'My candidates' },
    },
    {
      id: 'minor-leaving',
      question: 'How does a child leave the test centre?',
      answer: [
        `For every candidate under ${facts.adultAge} you choose at registration: you collect the child, you or a pickup person you name do, or the child leaves alone. The pickup person must be ${facts.pickupAge} or older and bring their document.`,
        `A child who is ${facts.neverAloneAge} or younger on exam day is always collected. From ${facts.neverAloneAge + 1} to ${facts.adultAge - 1} a child may leave alone if the guardian agrees to it: if that is somebody else than you, by the link in our text message. Until then, and after an objection, the child is handed over to the guardian only.`,
        'You can change this choice after payment, until the exam starts: open the exam under “My exams”.',
      ],
      link: { href: '/help/protection', label: 'Safety of minors' },
    },
  ],
});

const registering = (facts: HelpFacts): QuestionGroup => ({
  id: 'registering',
  title: 'Registering',
  questions: [
    {
      id: 'seat-in-cart',
      question: 'Does my cart keep a seat for me?',
      answer: [
        'No. A seat is yours from the moment you submit the order, and it stays yours if you pay in time. The cart keeps what you have filled in for 90 days.',
      ],
    },
    {
      id: 'draft',
      question: 'I had to stop half-way. Is everything lost?',
      answer: [
        'No. Each step is kept with your account. Open the exam again, on any device, and continue where you stopped.',
      ],
    },
    {
      id: 'filled-in-for-you',
      question: 'Can somebody at your office fill it in for me?',
      answer: [
        'Yes, for exams with fixed dates: at the desk or on the telephone. Bring the identity document and say which mobile number you sign in with. You get an SMS; sign in with that number within 24 hours, check every detail, tick the statements yourself, and pay.',
        'Until then nothing is registered and no place is held. What you do not take over is deleted after those hours, or at once when you refuse it.',
      ],
      link: { href: '/prepared', label: 'What was filled in for me' },
    },
    {
      id: 'invitation-code',
      question: 'What is an invitation code?',
      answer: [
        'Some sessions are held for one school or group and marked with a lock. Your organiser gives you the code; enter it to see the fee and to register. After several wrong codes you have to wait ten minutes.',
      ],
    },
    {
      id: 'registered-before',
      question: 'Why am I warned that the candidate has registered before?',
      answer: [
        'The same candidate registered for the same exam within the last month. That may be intended, so you can continue. The same seat can never be bought twice: for that you are told that the candidate is already registered.',
      ],
    },
    {
      id: 'too-few',
      question: 'What happens when too few people register?',
      answer: [
        'Some papers, such as the TKT modules, need at least two candidates. If there are fewer when registration has closed, that paper is cancelled. We tell you and refund everything you paid for it. Your other papers are not affected.',
      ],
    },
    {
      id: 'university-exam',
      question: 'How do I book an exam of my overseas university?',
      answer: [
        `Ask your university first: it must agree to the exam being held with us. Then book here${facts.bookingLead === null ? ' in good time' : `: the earliest date lies ${facts.bookingLead} days ahead, depending on the exam`}. We arrange the exam with the university, set date and fee, and tell you to pay, usually about two weeks before.`,
        'You can send the proposal back with a reason if the date does not suit, or cancel the booking for good.',
        'Once it is paid we may ask on the booking’s page whether another date suits you. Nothing changes unless you agree.',
      ],
      link: { href: '/exam-all?category=Booking', label: 'Exams by appointment' },
    },
  ],
});

const paying = (facts: HelpFacts): QuestionGroup => ({
  id: 'paying',
  title: 'Orders and payment',
  questions: [
    {
      id: 'time-to-pay',
      question: 'How long do I have to pay?',
      answer: [
        `Usually 30 minutes from submitting the order; the order shows the time that is left. It is shorter when registration closes or a dearer registration stage begins. Nobody gets less than ${inWords(facts.shortestWindowMinutes, 'minute')}.`,
        `A booked exam is paid at the latest at 17:00 (China time), ${facts.payWorkingDays} working days before the exam. Company transfers have longer.`,
      ],
    },
    {
      id: 'order-expired',
      question: 'My order has expired. What now?',
      answer: [
        'Its seats are free again. Open the order and choose “Order again”: whatever is still available comes back into your cart, at today’s price.',
      ],
      link: { href: '/candidate/order', label: 'My orders' },
    },
    {
      id: 'paid-but-pending',
      question: 'I have paid, but the order still awaits payment',
      answer: [
        'Do not pay again. The channel’s notice may be on its way: check after 10 minutes, or press “Query” on the payment page.',
        'A payment never gets lost. It ends as a seat or as a full refund to where it came from, also if it arrives after the order expired or if you paid twice.',
      ],
    },
    {
      id: 'price-changed',
      question: 'Why has the price changed?',
      answer: [
        'Late-entry stages have their own dates, and the group discount depends on how many register for the same paper in one order. The amount you confirm is the amount you pay: if it changes before that, you are shown the new one and asked again.',
      ],
      link: { href: '/help/group-application', label: 'Group registration' },
    },
    {
      id: 'invoice',
      question: 'How do I get an invoice (fapiao)?',
      answer: [
        `Open the paid order under “My orders” and choose “Ask for a fapiao”: it asks for the title and, for a company, the taxpayer number. A digital fapiao is issued within 5 working days and can be downloaded there. Ask within ${inWords(facts.fapiaoMonths, 'month')} of the payment.`,
      ],
      link: { href: '/candidate/order', label: 'My orders' },
    },
  ],
});

const examDay = (facts: HelpFacts): QuestionGroup => ({
  id: 'exam-day',
  title: 'Confirmation letter and exam day',
  questions: [
    {
      id: 'letter',
      question: 'When can I print the confirmation letter?',
      answer: [
        'From 5 days before the exam, for some exams from 14 days before, and at once if you pay later than that. For a booked exam it is ready 3 working days after payment, at the latest at 9:00 on the day before.',
        'It is also sent to your e-mail address if you have added one. Open the exam under “My exams” to see the date.',
      ],
      link: { href: '/candidate/application', label: 'My exams' },
    },
    {
      id: 'what-to-bring',
      question: 'What do I bring, and when do I come?',
      answer: [
        `Bring the original of the document you registered with, and the confirmation letter. Be there at least ${facts.reportMinutes} minutes before the start. Copies and photographs of a document are not accepted.`,
      ],
    },
    {
      id: 'calendar',
      question: 'Can I have the dates in my own calendar?',
      answer: [
        'Yes. Turn on “Calendar” under “Account” and subscribe to its address. Changes appear by themselves, within hours. Anybody who has the address can read it; a new one stops the old one at once.',
      ],
    },
    {
      id: 'change-details',
      question: 'Can I change the candidate’s details after payment?',
      answer: [
        'Only how a child leaves and who collects them, until the exam starts. For anything else choose “Ask for a correction” under “Your data”, before registration closes: once the entry has gone to the awarding body it may be too late.',
      ],
      link: { href: '/candidate/account/privacy', label: 'Your data' },
    },
    {
      id: 'special-arrangement',
      question: 'The candidate needs extra time or other arrangements',
      answer: [
        'Say so in the registration form where the form asks for it, and add evidence if you have it, before registration closes. Only the staff who arrange the exam see it; it does not appear on the letter.',
      ],
    },
  ],
});

const cancelling = (facts: HelpFacts): QuestionGroup => ({
  id: 'cancelling',
  title: 'Cancelling and refunds',
  questions: [
    {
      id: 'how-much-back',
      question: 'I cannot take the exam. How much do I get back?',
      answer: [
        'You see the exact amount before you send the request. In short:',
        [
          `until registration closes and at least ${facts.refund.workingDays} working days before the exam: ${facts.refund.early}% of the local fee`,
          `later, but at least ${facts.refund.workingDays} working days before the exam, with proof such as a medical certificate: ${facts.refund.withProof}%`,
          `booked exams, until their payment deadline and at least ${facts.refund.workingDays} working days before the exam: ${facts.refund.booking}%`,
          `booked exams, after it but at least ${facts.refund.workingDays} working days before, with proof: ${facts.refund.bookingWithProof}%`,
          'after that, or if the candidate does not come: nothing',
          'if we or the awarding body cancel: everything',
        ],
        'What counts is the moment of your request. The awarding-body fee and late-entry charges are not returned when you cancel.',
      ],
    },
    {
      id: 'cancel-documents',
      question: 'Do I need documents at once?',
      answer: [
        `You can send them with the request or within 3 working days after it. They are seen only by the staff who decide, and deleted ${inWords(facts.sensitivePaperMonths, 'month')} after the exam.`,
      ],
    },
    {
      id: 'refund-when',
      question: 'When does the money arrive?',
      answer: [
        'Within 4 to 6 weeks after approval, on the way you paid with. Wallets usually have it at once, bank cards within 2 to 5 working days after we send it. The order shows every step.',
      ],
    },
    {
      id: 'request-rejected',
      question: 'My request was rejected, or I changed my mind',
      answer: [
        'Until the office decides you can withdraw the request, and the exam stays as it was. After a rejection you can ask again with new documents, three times in all.',
      ],
    },
  ],
});

const afterwards: QuestionGroup = {
  id: 'after-the-exam',
  title: 'Results and post-test services',
  questions: [
    {
      id: 'results',
      question: 'Where do I see the result?',
      answer: [
        'Results come from the awarding body, on its own site or through your school, not from us. If you think a mark is wrong, a post-test service can have it checked.',
      ],
    },
    {
      id: 'remark-risk',
      question: 'Can a mark go down in a re-check or review?',
      answer: [
        'Yes. It can be lowered, confirmed or raised, and the new mark replaces the old one. That is why the candidate’s consent is needed first. If the grade changes, we refund the awarding-body fee automatically, but not the local fee.',
      ],
    },
    {
      id: 'uci',
      question: 'What is the UCI number, and why is it refused?',
      answer: [
        'The Unique Candidate Identifier has 13 characters and ends with a letter that is worked out from the others, so that a slip is noticed. You find it on the statement of results or the statement of entry.',
        'A candidate should have one only. If there are two, the awarding body has to merge them first; we take that request free of charge.',
      ],
    },
    {
      id: 'late-cash-in',
      question: 'What is a late cash-in?',
      answer: [
        'For modular qualifications such as the International A Level the units are put together into an award by a “cash-in” entry. If it was forgotten, it can be made up for after the results, within the dates of the series.',
      ],
    },
  ],
};

const data: QuestionGroup = {
  id: 'my-data',
  title: 'My data',
  questions: [
    {
      id: 'see-or-delete',
      question: 'How do I see, correct or delete my data?',
      answer: [
        'Candidates, contacts and settings you change yourself. A copy, a correction or the deletion of a candidate you ask for under “Your data”: requests are answered within 15 working days. What the law makes us keep is locked away until its period ends, and then deleted.',
      ],
      link: { href: '/candidate/account/privacy', label: 'Your data' },
    },
    {
      id: 'close-account',
      question: 'How do I close my account?',
      answer: [
        'Under “Account”, at the end of the page. It is possible when no exam, booking, order or refund is open. You are signed out everywhere, and your phone number can be used again after 90 days.',
      ],
      link: { href: '/candidate/account', label: 'Account' },
    },
  ],
};

const terms = (facts: HelpFacts): QuestionGroup => ({
  id: 'terms',
  title: 'Terms of use',
  questions: [
    {
      id: 'terms-what-we-do',
      question: 'What we do, and what we do not',
      answer: [
        'We take registrations, collect the fees, run the exam day and pass your entry to the awarding body. Content, marking and certificates are the awarding body’s, and its rules apply to you as well.',
      ],
    },
    {
      id: 'terms-contract',
      question: 'When the contract is made',
      answer: [
        'With your payment. Until then nobody owes anything: an order that is not paid in time ends by itself. The price is the one shown when you submit the order; it contains value added tax.',
      ],
    },
    {
      id: 'terms-your-duties',
      question: 'What you promise',
      answer: [
        `That you are ${facts.adultAge} or over; that what you enter is true and matches the document shown on exam day; that you may act for the people you register; and that you keep your way of signing in to yourself.`,
        'Whoever registers with another person’s document, sends somebody else to the exam or cheats loses the seat without a refund. We report it to the awarding body and, where the law says so, to the authorities.',
      ],
    },
    {
      id: 'terms-changes',
      question: 'When something changes',
      answer: [
        `If we must change date, time or place you are told, and for ${inWords(facts.moveChoiceDays, 'working day')} you may have everything back. If a session is withdrawn, everything comes back without your asking. Beyond the fees paid we are liable as the law provides.`,
        'The law of the People’s Republic of China applies. If we disagree, talk to us first through the complaint channel; after that the court at our registered seat decides, unless the law gives you another one.',
      ],
      link: { href: '/help/contact-us#complaints', label: 'Complaints' },
    },
  ],
});

export const helpQuestions = {
  lead: 'Answers to what candidates, parents and schools ask us most.',
  searchLabel: 'Search the questions',
  search: 'Search',
  hint: 'For example refund, UCI, letter',
  found: (count: number) => (count === 1 ? '1 answer' : `${count} answers`),
  none: (query: string) => `Nothing found for “${query}”`,
  noneText: 'Try one word only, or another word for the same thing. We are glad to answer by telephone or e-mail too.',
  clear: 'Show all questions',
  contact: 'Contact us',
  named: (question: string) => `: ${question}`,
  copyLink: 'Link to this answer',
  groups: (facts: HelpFacts): readonly QuestionGroup[] => [
    account,
    candidates(facts),
    registering(facts),
    paying(facts),
    examDay(facts),
    cancelling(facts),
    afterwards,
    data,
    terms(facts),
  ],
};

export type HelpQuestionsMessages = typeof helpQuestions;
