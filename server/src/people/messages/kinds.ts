/** An exam as a message names it, in the message's language; times are China time. Of a minor `notify` leaves no full name. */
export type NamedExam = {
  /** In the line of a post-test service the request's. */
  applicationId: string;
  productName: string;
  subjectName: string;
  /** Pinyin as on the document: letters, spaces and hyphens only. */
  candidateName: string;
  /** China date; empty in the line of a post-test service, which has none. */
  examDate: string;
  startTime: string;
  cityName: string;
};

/** A line of a receipt; amount in fen. */
export type ReceiptLine = NamedExam & { amount: number };

/** An exam that is near: where, and until when to report there, `HH:mm` in China. */
export type ExamAhead = NamedExam & {
  reportTime: string;
  venueName: string;
  venueAddress: string;
  /** The document to bring, by its name in the message's language. */
  documentName: string;
};

/** An exam that is near and has no venue yet: whom to ask. */
type ExamWithoutVenue = NamedExam & { officeEmail: string; officePhone: string };

/** A booking as a message names it, in the message's language. */
export type NamedBooking = { bookingId: string; bookingCode: string; productName: string; candidateName: string };

/** A paid booking with another date, agreed to or not; China dates and times of day, `lastDay` the last one to answer on. */
export type BookingRedated = NamedBooking & {
  examDate: string;
  startTime: string;
  previousDate: string;
  previousTime: string;
  lastDay: string;
};

/** A post-test request as a message names it, in the message's language. */
export type NamedService = {
  requestId: string;
  requestCode: string;
  productName: string;
  serviceName: string;
  candidateName: string;
};

/** A booking that waits for payment: fen, and the instant until which it can be paid. */
export type BookingToPay = NamedBooking & { amount: number; payBefore: string };

/**
 * Every message and the values it is made of. Only values that were validated or that are our own may come here (T23): no text that
 * a person typed freely.
 */
export type MessageValues = {
  /** A code somebody asked for; it goes to the number itself, account or not. */
  verificationCode: { code: string };
  /** Somebody tried to register with, or move to, a number that has an account (T4). */
  numberTaken: Record<never, never>;
  /** The same of an e-mail address. */
  addressTaken: Record<never, never>;
  /** Somebody tried to register with, or move to, a number of an account that was closed lately; `from` is a China date. */
  numberResting: { from: string };
  /** The same of an e-mail address. */
  addressResting: { from: string };
  registered: Record<never, never>;
  /** `payBefore` is an instant, `amount` fen. */
  orderPlaced: { orderId: string; orderCode: string; amount: number; payBefore: string; lines: ReceiptLine[] };
  /** The receipt; `paidAt` is an instant. `afterResults`: of services after an exam, which have no letter. */
  paid: {
    orderId: string;
    orderCode: string;
    amount: number;
    paidAt: string;
    lines: ReceiptLine[];
    afterResults?: boolean;
  };
  /** An order without charge is complete. */
  registrationConfirmed: { orderId: string; orderCode: string; lines: ReceiptLine[]; afterResults?: boolean };
  /** The end of an unpaid order is near; `payBefore` is an instant. */
  orderExpiring: { orderId: string; orderCode: string; amount: number; payBefore: string };
  orderExpired: { orderId: string; orderCode: string };
  /** Registration for these lines of the cart ends today; `closesAt` is the instant of the first to end. */
  cartClosing: { closesAt: string; lines: NamedExam[] };
  /** These lines of the cart can no longer be ordered. */
  cartLapsed: { lines: NamedExam[] };
  /** Nobody has signed in for long; `closesOn` is a China date. */
  accountUnused: { closesOn: string };
  /** An unpaid order ended because a session in it was withdrawn (9.1#16). */
  orderSessionWithdrawn: { orderId: string; orderCode: string };
  /** Money that came too late, or twice, goes back. */
  paymentReturned: { orderId: string; orderCode: string; amount: number };
  /** A cancellation was asked for; `amount` is the frozen quote, `documentsDueDate` a China date where documents are needed. */
  cancellationRequested: NamedExam & { amount: number; documentsDueDate: string | null };
  /** Documents are still missing. */
  documentsReminder: NamedExam & { documentsDueDate: string };
  /** Staff asked for documents; what they wrote is shown on the registration's page. */
  documentsAsked: NamedExam & { documentsDueDate: string };
  /** `from` and `to` are the China dates between which the money arrives. */
  cancellationApproved: NamedExam & { amount: number; from: string; to: string };
  cancellationRejected: NamedExam;
  /** We withdrew a registration; `amount` may be 0. */
  registrationWithdrawn: NamedExam & { amount: number };
  /** We moved a registration to another day or city of the same exam; the old China date is told beside the new one. */
  registrationMoved: NamedExam & { previousDate: string };
  /** The exam is on another day; `lastDay` is the China date up to whose end everything can be had back (9.7). */
  sessionMoved: NamedExam & { previousDate: string; previousTime: string; lastDay: string };
  /** The exam begins at another time of the same day. */
  sessionRetimed: NamedExam & { previousTime: string };
  /** The exam is held at another venue of the city, or in another room of it; the letter says where. */
  venueChanged: NamedExam;
  /** Whether a special arrangement was granted; what was granted is at the registration's page, for it tells of health. */
  arrangementDecided: NamedExam & { isGranted: boolean };
  /**
   * What staff tell everybody of a session, in their own words: bounded plain text, which the layout escapes and no SMS carries.
   * `applicationId` is one of the reader's registrations.
   */
  circular: Omit<NamedExam, 'candidateName' | 'subjectName'> & { title: string; text: string };
  refundCompleted: { orderId: string; orderCode: string; amount: number; isByHand: boolean };
  /** A cancellation is settled and there is nothing to give back. */
  cancelledWithoutRefund: { orderId: string; orderCode: string };
  /** The fapiao of an order is there; `number` has 20 digits. */
  fapiaoIssued: { orderId: string; orderCode: string; number: string; amount: number };
  /** It could not be issued as it was asked for; the order's page says why. */
  fapiaoRefused: { orderId: string; orderCode: string };
  /** A red letter took back what was given back. */
  fapiaoRedIssued: { orderId: string; orderCode: string; number: string; amount: number };
  bookingSubmitted: NamedBooking;
  bookingConfirmed: BookingToPay;
  bookingUpdated: BookingToPay;
  bookingRejected: NamedBooking;
  bookingWithdrawn: NamedBooking;
  bookingExtended: BookingToPay;
  bookingPaymentFailed: NamedBooking;
  bookingDateProposed: BookingRedated;
  bookingDateAgreed: BookingRedated;
  bookingDateKept: BookingRedated;
  bookingExpiring: BookingToPay;
  /** The exam is a week ahead; less, where its venue was named late. */
  examSoon: ExamAhead;
  examTomorrow: ExamAhead;
  examVenueOpen: ExamWithoutVenue;
  /** The guardian of a child under 14 has not agreed yet, and the exam is near. */
  examGuardianOpen: NamedExam;
  /** To the office that has to name it. */
  /** `bookingId` where the exam is a booked one: its venue is named there. */
  venueMissing: { sessionId: string; bookingId?: string | null; productName: string; examDate: string };
  /** A draft of a post-test service was never confirmed and its window is over. */
  postTestLapsed: NamedService;
  /** `amount` is the frozen quote, fen. */
  postTestCancellationRequested: NamedService & { amount: number };
  postTestCancelled: NamedService & { amount: number };
  postTestCancellationRejected: NamedService;
  /** The request went to the awarding body; `expectedBy` is a China date, null where the body says nothing. */
  postTestSent: NamedService & { expectedBy: string | null };
  /** The provider or the awarding body refused it; `amount` is what comes back. */
  postTestRefused: NamedService & { amount: number };
  /** The outcome is there; `amount` is what comes back because the grade changed, mostly 0. */
  postTestComplete: NamedService & { amount: number };
  postTestCorrected: NamedService;
  /** Files came back from the awarding body. */
  postTestFiles: NamedService;
  letterReady: NamedExam & { applicationCode: string };
  /** What touches an account's safety goes to phone and mail alike, whatever it receives otherwise. `at` is an instant. */
  newDevice: { at: string };
  passwordChanged: { at: string };
  phoneChanged: { at: string };
  emailChanged: { at: string };
  passkeyAdded: { at: string };
  passkeyRemoved: { at: string };
  /** The number of the account has a new holder; told by mail to the old one (S-19). */
  numberReleased: { at: string };
  accountClosed: { at: string };
  /** Our staff found that the holder of the number is the owner: one sign-in needs no other proof (S-19). */
  claimAccepted: { at: string };
  /** Our staff did not. */
  claimRefused: { at: string };
  /** What somebody asked about their own data is answered, or refused; the words are in the account. */
  rightsAnswered: { requestCode: string };
  relativeDeleted: { requestCode: string };
  /** To the holder of the account: a child's guardian had it deleted. */
  guardianDeleted: { requestCode: string };
  /** To the guardian of a minor, who is not the account: `site` is our origin, `token` the secret of the link, `until` an instant. */
  guardianNotice: { productName: string; until: string; token: string };
  /** To a guardian who was asked about a child before: the account names another one now. */
  guardianReplaced: { productName: string; until: string; token: string };
  /** To a guardian who was asked: somebody else collects the child now. */
  guardianPickup: { productName: string; until: string; token: string };
  /** To a guardian who objected: staff have not upheld it, and they are asked again. */
  objectionRefused: { productName: string; until: string; token: string };
  /** To a guardian who objected: it is upheld, and nothing goes on. */
  objectionUpheld: { productName: string };
  /** To whoever objected: two persons have found that the number is not the guardian's. */
  guardianEnded: { productName: string };
  /** To a guardian who asked by the link for a correction or deletion: it is answered. */
  guardianAnswered: { requestCode: string };
  /** A guardian objected to a registration with this code. */
  guardianObjected: { code: string };
  /** Staff upheld a guardian's objection to a registration with this code, refused it, or found that the number is not the guardian's. */
  objectionStands: { code: string };
  objectionEnded: { code: string };
  guardianWrongNumber: { code: string };
  /** To the number of a family for whom staff typed a registration, account or not: it waits for whoever signs in with it. */
  registrationPrepared: { productName: string; officeName: string };
  /** `token` is the secret of the invitation's link to the console. */
  staffInvitation: { token: string };
};

export type MessageKind = keyof MessageValues;

/** A message of one kind with its values. */
export type Message = { [K in MessageKind]: { kind: K; values: MessageValues[K] } }[MessageKind];

/** Messages that go to whoever holds a number or an address, account or not. */
export type CodeMessage = Extract<Message, { kind: (typeof placeKinds)[number] }>;

const placeKinds = ['verificationCode', 'numberTaken', 'addressTaken', 'numberResting', 'addressResting'] as const;

/** Whether a kind goes to a number or an address, whoever has it: it must never turn up elsewhere. */
export function goesToPlaces(kind: string): boolean {
  return placeKinds.some((each) => each === kind);
}

/** A mail before it is laid out: every string is plain text and is escaped by the layout. `path` begins with a slash. */
export type MailText = {
  subject: string;
  paragraphs: readonly string[];
  rows?: readonly { label: string; value: string }[];
  /** `site` is the console for mails to staff. */
  action?: { label: string; path: string; site?: 'console' };
};

/** An SMS as the provider keeps it: text with `${name}` slots, and what goes into them. */
type SmsText<Values> = { template: string; params: (values: Values) => Record<string, string> };

/** The words of every message in one language; null where a kind does not go by that channel. */
export type MessageWords = {
  [K in MessageKind]: {
    mail: ((values: MessageValues[K]) => MailText) | null;
    sms: SmsText<MessageValues[K]> | null;
  };
} & { frame: { brand: string; greeting: string; footer: string } };
