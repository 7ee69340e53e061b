export const helpGroup = {
  lead: 'Register several candidates for the same paper in one order, and the local fee of every one of them goes down.',
  how: {
    title: 'How it works',
    steps: [
      'Register each candidate for the same paper of the same session. In the registration you can choose several saved candidates at once.',
      'Put them into one order. The cart shows the discount before you submit.',
      'Pay the order as one sum. Each candidate gets their own confirmation letter.',
    ],
  },
  table: {
    title: 'The usual discount',
    caption: 'Discount by number of candidates',
    count: 'Candidates for the same paper in one order',
    off: 'Off the local fee',
    range: (p: { from: number; to: number | null }) => (p.to === null ? `${p.from} or more` : `${p.from} to ${p.to}`),
    none: 'Full fee',
    percent: (percent: number) => `${percent}%`,
    note: 'The discount applies to the local fee and its share of VAT. The awarding-body fee is not ours to reduce. It holds for every candidate of the group, not only for those above the limit. Some exams have steps of their own or none; the fee table of the session shows them, and the calculator below uses them.',
  },
  calculator: {
    title: 'Work it out',
    exam: 'Exam',
    sample: 'Example: a fee of ¥1,500.00',
    loading: 'More exams are being loaded …',
    failed: 'The current exams could not be loaded. You can calculate with the example.',
    count: 'Number of candidates',
    countHint: (most: number) => `1 to ${most}, the most that one order can hold`,
    countWrong: (most: number) => `Enter a whole number from 1 to ${most}.`,
    result: 'Result',
    each: 'Each candidate',
    before: 'Without the discount',
    saved: 'Group discount',
    total: 'To pay',
    next: (p: { more: number; each: string }) =>
      p.more === 1
        ? `With 1 more candidate everybody would pay ${p.each}.`
        : `With ${p.more} more candidates everybody would pay ${p.each}.`,
    noTier: 'This exam has no group discount.',
    parts: (p: { local: string; board: string; vat: string }) =>
      `The fee is made of ${p.local} local fee, ${p.board} awarding-body fee and ${p.vat} VAT.`,
    late: 'Late-entry charges are added where they apply; the cart shows the final price.',
  },
  later: {
    title: 'When somebody drops out, or comes later',
    texts: [
      'If one candidate of the group cancels after payment, the others keep their price. What is refunded is worked out from the price that was paid.',
      'A candidate who registers later in another order starts a count of their own. Wait until everybody is ready, or ask us.',
    ],
  },
  closed: {
    title: 'A session for your school',
    texts: [
      'With enough candidates we can hold a session for your school or company alone, at our test centre or in your rooms. You get an invitation code for your group; others see the session but cannot register for it.',
      'Write to the office of your city with the exam, the number of candidates, the month and a contact.',
    ],
    contact: 'Contact us',
  },
};

export type HelpGroupMessages = typeof helpGroup;
