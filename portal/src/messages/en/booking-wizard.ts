export const bookingWizard = {
  steps: { needToKnow: 'Exam and date', candidateInfo: 'Request', completed: 'Done' },
  headings: {
    needToKnow: 'Which exam, where and when?',
    candidateInfo: 'Who sits the exam? Check and send',
    completed: 'Your request has been sent',
  },
  discard: {
    button: 'Discard this request',
    title: 'Discard this request?',
    text: 'What you have filled in here is forgotten. Saved candidates stay in your list.',
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
      'Each arrangement names the last moment to pay: at the latest 17:00 (China time) on the fifth working day before the exam. An arrangement not paid by then cannot be paid any more.',
    fee: 'The fee depends on the papers, the day and the time. Evenings, weekends and public holidays cost more.',
    free: 'Until you pay, you can cancel at any time without cost.',
  },
  expectation: {
    lead: 'These are your wishes. The date is settled when we have arranged the exam with the university or school.',
    category: 'Exam category',
    exam: 'Exam',
    centre: 'Test centre',
    date: 'Test date',
    chooseCentre: 'Please choose a test centre.',
    chooseDate: 'Please choose a test date.',
    dateGone: 'This date cannot be had at this centre. Please choose another one.',
    centreFirst: 'Choose a test centre first. Its free dates then appear here.',
    otherExam: (name: string) => `${name} has notes of its own. “Continue” opens them.`,
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
    noPrice: 'There is nothing to pay yet. We tell you the fee when the exam has been arranged.',
    reset: {
      title: 'Change this?',
      expectation:
        'Everything but the exam begins anew: test centre, date, candidate, exam information and way of leaving.',
      confirm: 'Change',
    },
  },
  completed: {
    sent: 'We have received your request.',
    text: 'We arrange the exam with the university or school. As soon as date, place and fees are settled, you get a message and can pay.',
    code: 'Booking number',
    nextTitle: 'What comes next',
    next: [
      'We look at your request within 2 working days.',
      'When the timetable is here, we send you the arrangement to check.',
      'You pay by the date named there, and the exam appears under “My exams”.',
    ],
    toBooking: 'Open the booking',
    toBookings: 'My bookings',
    another: 'Request another exam',
  },
};

export type BookingWizardMessages = typeof bookingWizard;
