export const helpContact = {
  lead: 'By telephone during our service hours, by e-mail at any time. Have your order number or application ID ready.',
  hours: {
    title: 'Service hours',
    text: 'Monday to Friday 09:00–12:00 and 13:30–17:00, China time, and the same on make-up working days. Closed on public holidays.',
    open: 'We are open now',
    openUntil: (at: string) => `Until ${at}.`,
    closed: 'We are closed now',
    opensAt: (at: string) => `We open again on ${at}.`,
    today: (name: string) => `Today: ${name}`,
    ahead: 'Holidays and make-up working days of the next 60 days',
    none: 'No public holiday in the next 60 days.',
    Holiday: 'closed',
    MakeupWorkday: 'open as on a weekday',
    provisional: 'provisional, until the official notice',
  },
  offices: {
    title: 'Offices',
    text: 'Each office looks after the exams in its cities.',
    cities: 'Cities',
    phone: 'Telephone',
    email: 'E-mail',
  },
  general: {
    title: 'General enquiries',
    company: 'Company',
    address: 'Address',
    phone: 'Telephone',
    email: 'E-mail',
  },
  complaints: {
    title: 'Complaints',
    texts: [
      'Tell the office first; most things can be solved at once. If you are not satisfied, write to the general address with the word “complaint” in the subject. You get an answer from somebody who was not involved, within 15 working days.',
      'A complaint about the conduct of an exam should reach us within 7 days of it, so that it can still be looked into with the awarding body.',
    ],
  },
  privacy: {
    title: 'Your data, and children’s data',
    text: 'Requests to see, correct, move or delete personal data:',
    officer: 'Responsible for children’s personal information',
    officerPhone: 'Telephone',
  },
};

export type HelpContactMessages = typeof helpContact;
