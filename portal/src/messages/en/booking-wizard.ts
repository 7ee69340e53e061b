export const bookingWizard = {
  steps: { needToKnow: 'Exam and date', candidateInfo: 'Request', completed: 'Done' },
  headings: {
    needToKnow: 'Which exam, where and when?',
    candidateInfo: 'Who is taking the exam? Check and send',
    completed: 'Your request has been sent',
  },
  discard: {
    button: 'Discard this request',
    title: 'Discard this request?',
    text: 'This clears what you entered here. Saved candidates stay in your list.',
    confirm: 'Discard',
  },
  notice: {
    title: 'Before you book: how it goes, fees, refunds',
    process: 'From the request to the exam',
    steps: (leadDays: number) => [
      'Agree with the university or school that the exam may be taken at our centre.',
      `Send your request here at least ${leadDays} days before the exam.`,
      'The university or school sends us the timetable 2 to 3 weeks before the exam. We arrange the papers and tell you date, place and fees.',
      'Check the arrangement and pay. If a date does not suit, send it back with your reason.',
      'Print the confirmation letter, from 5 days before the exam or 3 working days after payment.',
    ],
    paying: 'Paying',
    payBy:
      'Each arrangement says when to pay by: at the latest 17:00 (China time) on the fifth working day before the exam. After that it can no longer be paid.',
    fee: 'The fee depends on the papers, the day and the time. Evenings, weekends and public holidays cost more.',
    free: 'You can cancel free of charge at any time before you pay.',
  },
  expectation: {
    lead: 'These are your preferences. The date is settled when we have arranged the exam with the university or school.',
    category: 'Exam category',
    exam: 'Exam',
    centre: 'Test centre',
    date: 'Test date',
    chooseCentre: 'Choose a test centre.',
    chooseDate: 'Choose a test date.',
    dateGone: 'This date is not available at this centre. Choose another one.',
    centreFirst: 'Choose a test centre first. Its free dates then appear here.',
    otherExam: (name: string) => `${name} has its own notes. “Continue” opens them.`,
    range: (p: { from: string; to: string }) => `Dates from ${p.from} to ${p.to}`,
    chosen: (date: string) => `Chosen: ${date}`,
    none: 'No date chosen yet',
    surchargeNote: 'A weekend or public holiday: the fee is higher on this day.',
    failed: 'The dates could not be loaded',
    noCentre: 'No test centre offers this exam at the moment.',
    calendar: {
      label: 'Test dates',
      available: 'Available',
      surcharge: 'Available, higher fee',
      closed: 'Full',
      day: { available: 'available', surcharge: 'available, higher fee', closed: 'full' },
    },
  },
  candidate: {
    lead: 'Each booking is for one person.',
  },
  confirm: {
    expectation: 'Exam and date',
    submit: 'Send the request',
    noPrice: 'There is nothing to pay yet. We will tell you the fee when the exam has been arranged.',
    reset: {
      title: 'Change this?',
      expectation:
        'You will have to enter everything but the exam again: test centre, date, candidate, exam information and how they leave.',
      confirm: 'Change',
    },
  },
  completed: {
    sent: 'We have received your request.',
    text: 'We will arrange the exam with the university or school. When the date, place and fees are settled, we will tell you and you can pay.',
    code: 'Booking number',
    nextTitle: 'What happens next',
    next: [
      'We will look at your request within 2 working days.',
      'When the timetable arrives, we will send you the arrangement to check.',
      'Pay by the date named there. The exam then appears under “My exams”.',
    ],
    toBooking: 'See the booking',
    toBookings: 'My bookings',
    another: 'Request another exam',
  },
};

export type BookingWizardMessages = typeof bookingWizard;
