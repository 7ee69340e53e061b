export const cart = {
  title: 'Cart',
  intro: 'We keep a seat only when you submit the order. Prices may change until then.',
  empty: 'Your cart is empty',
  emptyText: 'Choose an exam and fill in the registration. It waits here until you order it.',
  chooseExam: 'Choose an exam',
  myExams: 'My exams',
  chooseAll: 'Select all',
  choose: (p: { subject: string; candidate: string }) => `Order ${p.subject} for ${p.candidate}`,
  chosen: (count: number) => (count === 1 ? '1 registration selected' : `${count} registrations selected`),
  until: (deadline: string) => `Registration ends ${deadline}`,
  seatsLeft: (count: number) => (count === 1 ? '1 seat left' : `${count} seats left`),
  priceChanged: 'The price has changed since you put this in the cart',
  lateEntry: (amount: string) => `includes a late-entry charge of ${amount}`,
  details: 'Change',
  detailsOf: (subject: string) => `Change ${subject}`,
  remove: 'Delete',
  removeOf: (subject: string) => `Delete ${subject}`,
  removed: 'Deleted from the cart',
  sureTitle: 'Delete from the cart',
  sure: 'Are you sure to delete? This action cannot be undone.',
  problems: {
    SESSION_NOT_STARTED:
      'Registration for this session has not started yet. The line can be ordered as soon as it does.',
    SESSION_ENDED: 'Registration for this session has ended. Delete the line and choose another session.',
    SESSION_EXPIRED: 'This exam has already begun. Delete the line.',
    SESSION_FULL:
      'This session is full. Seats of unpaid orders come back: look again later, or choose another session.',
    SESSION_WITHDRAWN: 'This session is no longer offered. Delete the line and choose another session.',
    SUBJECT_NOT_OFFERED:
      'This subject is no longer offered in this session. Delete the line and choose another session.',
    PRODUCT_NOT_OPEN: 'This exam is not open for registration at the moment.',
    INVITATION_CODE_REQUIRED:
      'Your invitation to this group session has expired. Open the session and enter the invitation code again.',
    CONSENT_WITHDRAWN:
      'A consent for this registration was withdrawn, or the guardian has objected. Delete the line; you can register again with the consents that are needed.',
    ALREADY_REGISTERED: 'This candidate is already registered for this exam. Delete the line.',
  },
  otherProblem: 'This registration cannot be ordered at the moment.',
  asksGuardian:
    'The guardian has a number of their own, so we ask them by text message once you order. Until they agree, or for somebody of 14 or older until their time to object is over, there is no confirmation letter and nothing goes to the awarding body.',
  summary: {
    title: 'Total',
    original: 'Fees',
    discount: (product: string) => `Discount: ${product}`,
    discounts: 'Discounts',
    lateEntry: 'Late-entry charges',
    pay: 'To pay',
    none: 'Choose at least one registration.',
    confirm: 'Checkout',
  },
  page: {
    inCart: 'This registration is in your cart. You can still change it; no seat is kept yet.',
    notInCart: 'This registration is no longer in your cart.',
    toExam: 'See the registration',
    toOrder: 'See the order',
    toCart: 'Back to the cart',
    fee: 'Exam fee today',
    changeLeave: 'Change how they leave',
    saved: 'The change has been saved',
    again: 'Change anything else',
    againText:
      'To change the subject, session or candidate, delete this registration and fill in the steps again. Your saved candidates are kept.',
    againAction: 'Delete and register again',
    againSure: 'This deletes the registration from the cart, and you start again. This action cannot be undone.',
    candidateGone:
      'The saved candidate of this registration has been deleted, so it can no longer be changed here. Delete it and register again.',
  },
};

export type CartMessages = typeof cart;
