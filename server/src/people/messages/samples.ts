import type { Message, MessageKind, MessageValues } from './kinds.ts';

const exam = {
  applicationId: '00000000-0000-4000-8000-000000000001',
  productName: 'TKT',
  subjectName: 'Module 1',
  candidateName: 'WANG XIAOMING',
  examDate: '2026-12-09',
  startTime: '09:00',
  cityName: 'Beijing',
};
const at = '2026-11-21T04:00:00.000Z';
const examAhead = {
  ...exam,
  reportTime: '08:30',
  venueName: 'Haidian Test Centre',
  venueAddress: '1 Example Road, Haidian District',
  documentName: 'passport',
};
const order = { orderId: '00000000-0000-4000-8000-000000000002', orderCode: 'EP202611210001' };
const lines = [{ ...exam, amount: 150_000 }];
const booking = {
  bookingId: '00000000-0000-4000-8000-000000000003',
  bookingCode: 'BK202611210001',
  productName: 'University exam',
  candidateName: 'WANG XIAOMING',
};
const service = {
  requestId: '00000000-0000-4000-8000-000000000004',
  requestCode: 'T261121K7QRT',
  productName: 'Pearson Edexcel post-results services',
  serviceName: 'Review of marking',
  candidateName: 'WANG XIAOMING',
};
const redated = {
  ...booking,
  examDate: '2026-12-23',
  startTime: '09:00',
  previousDate: '2026-12-16',
  previousTime: '14:00',
  lastDay: '2026-11-27',
};
const toPay = { ...booking, amount: 153_700, payBefore: at };

/** One example of every message: what previews show, and what the default words of a template are read from. */
const samples: { [K in MessageKind]: MessageValues[K] } = {
  verificationCode: { code: '012345' },
  numberTaken: {},
  addressTaken: {},
  numberResting: { from: '2026-12-21' },
  addressResting: { from: '2026-12-21' },
  registered: {},
  orderPlaced: { ...order, amount: 150_000, payBefore: at, lines },
  paid: { ...order, amount: 150_000, paidAt: at, lines },
  registrationConfirmed: { ...order, lines: [{ ...exam, amount: 0 }] },
  orderExpiring: { ...order, amount: 150_000, payBefore: at },
  orderExpired: order,
  cartClosing: { closesAt: at, lines: [exam] },
  cartLapsed: { lines: [exam] },
  accountUnused: { closesOn: '2026-11-25' },
  orderSessionWithdrawn: order,
  paymentReturned: { ...order, amount: 150_000 },
  cancellationRequested: { ...exam, amount: 120_000, documentsDueDate: '2026-11-25' },
  documentsReminder: { ...exam, documentsDueDate: '2026-11-25' },
  documentsAsked: { ...exam, documentsDueDate: '2026-11-25' },
  cancellationApproved: { ...exam, amount: 120_000, from: '2026-12-19', to: '2027-01-02' },
  cancellationRejected: exam,
  registrationWithdrawn: { ...exam, amount: 150_000 },
  registrationMoved: { ...exam, previousDate: '2026-12-05' },
  sessionMoved: {
    ...exam,
    previousDate: '2026-12-05',
    previousTime: '14:00',
    lastDay: '2026-11-27',
  },
  sessionRetimed: { ...exam, previousTime: '14:00' },
  venueChanged: exam,
  arrangementDecided: { ...exam, isGranted: true },
  circular: { ...exam, title: 'Your room', text: 'Please come to the second floor.' },
  refundCompleted: { ...order, amount: 120_000, isByHand: false },
  cancelledWithoutRefund: order,
  fapiaoIssued: { ...order, number: '26112000000000000001', amount: 150_000 },
  fapiaoRefused: order,
  fapiaoRedIssued: { ...order, number: '26112000000000000002', amount: 120_000 },
  bookingSubmitted: booking,
  bookingConfirmed: toPay,
  bookingUpdated: toPay,
  bookingRejected: booking,
  bookingWithdrawn: booking,
  bookingExtended: toPay,
  bookingPaymentFailed: booking,
  bookingDateProposed: redated,
  bookingDateAgreed: redated,
  bookingDateKept: redated,
  bookingExpiring: toPay,
  examSoon: examAhead,
  examTomorrow: examAhead,
  examVenueOpen: { ...exam, officeEmail: 'office@example.cn', officePhone: '010-5555 0101' },
  examGuardianOpen: exam,
  venueMissing: { sessionId: exam.applicationId, productName: 'TKT', examDate: '2027-01-20' },
  postTestLapsed: service,
  postTestCancellationRequested: { ...service, amount: 64_660 },
  postTestCancelled: { ...service, amount: 64_660 },
  postTestCancellationRejected: service,
  postTestSent: { ...service, expectedBy: '2026-12-21' },
  postTestRefused: { ...service, amount: 47_700 },
  postTestComplete: { ...service, amount: 47_700 },
  postTestCorrected: service,
  postTestFiles: service,
  letterReady: { ...exam, applicationCode: 'AP202611210001' },
  newDevice: { at },
  passwordChanged: { at },
  phoneChanged: { at },
  emailChanged: { at },
  passkeyAdded: { at },
  passkeyRemoved: { at },
  numberReleased: { at },
  accountClosed: { at },
  claimAccepted: { at },
  claimRefused: { at },
  rightsAnswered: { requestCode: 'D261121ABCDEF' },
  relativeDeleted: { requestCode: 'D261121ABCDEF' },
  guardianDeleted: { requestCode: 'D261121ABCDEF' },
  registrationPrepared: { productName: 'TKT', officeName: 'Beijing office' },
  guardianNotice: { productName: 'TKT', until: at, token: 'example' },
  guardianReplaced: { productName: 'TKT', until: at, token: 'example' },
  guardianPickup: { productName: 'TKT', until: at, token: 'example' },
  objectionRefused: { productName: 'TKT', until: at, token: 'example' },
  objectionUpheld: { productName: 'TKT' },
  guardianEnded: { productName: 'TKT' },
  guardianAnswered: { requestCode: 'D261121ABCDEF' },
  guardianObjected: { code: 'P261121K7QRTW' },
  objectionStands: { code: 'P261121K7QRTW' },
  objectionEnded: { code: 'P261121K7QRTW' },
  guardianWrongNumber: { code: 'P261121K7QRTW' },
  staffInvitation: { token: 'example' },
};

/** Every kind of message, in the order of the table. */
export const messageKinds = Object.keys(samples) as MessageKind[];

/** The example of a kind. */
export function sampleOf(kind: MessageKind): Message {
  return { kind, values: samples[kind] } as Message;
}
