import { formatMoney } from '@exam/contract/rules';
import { dateEn, instantEn, plainYuan } from '../../format.ts';
import type { BookingRedated, BookingToPay, MessageWords, NamedBooking } from '../../kinds.ts';

type BookingKinds = Pick<
  MessageWords,
  | 'bookingSubmitted'
  | 'bookingConfirmed'
  | 'bookingUpdated'
  | 'bookingRejected'
  | 'bookingWithdrawn'
  | 'bookingExtended'
  | 'bookingPaymentFailed'
  | 'bookingExpiring'
  | 'bookingDateProposed'
  | 'bookingDateAgreed'
  | 'bookingDateKept'
>;

const rows = (it: NamedBooking) => [
  { label: 'Exam', value: it.productName },
  { label: 'Candidate', value: it.candidateName },
  { label: 'Booking', value: it.bookingCode },
];
const rowsToPay = (it: BookingToPay) => [
  ...rows(it),
  { label: 'Fee', value: formatMoney(it.amount) },
  { label: 'Pay by', value: `${instantEn(it.payBefore)} (China time)` },
];
const page = (it: NamedBooking) => ({ label: 'See the booking', path: `/candidate/booking/${it.bookingId}` });
const toPay = (it: BookingToPay) => ({
  booking: it.bookingCode,
  amount: plainYuan(it.amount),
  deadline: instantEn(it.payBefore),
});

const timeOf = (date: string, time: string) => `${dateEn(date)}, ${time} (China time)`;
const redatedRows = (it: BookingRedated) => [
  ...rows(it),
  { label: 'New time', value: timeOf(it.examDate, it.startTime) },
  { label: 'Old time', value: timeOf(it.previousDate, it.previousTime) },
];
const redated = (it: BookingRedated) => ({
  booking: it.bookingCode,
  before: `${dateEn(it.previousDate)} ${it.previousTime}`,
  now: `${dateEn(it.examDate)} ${it.startTime}`,
});

/** What is said about bookings, in English. */
export const bookingWordsEn: BookingKinds = {
  bookingSubmitted: {
    mail: (it) => ({
      subject: `We received your booking request: ${it.productName}`,
      paragraphs: [
        'We received your request. Our staff will arrange the exam with the institution and tell you the date, the place and the fee. There is nothing to pay until then.',
      ],
      rows: rows(it),
      action: page(it),
    }),
    sms: {
      template: 'We received your booking request ${booking}. We will tell you when the exam is arranged.',
      params: (it) => ({ booking: it.bookingCode }),
    },
  },
  bookingConfirmed: {
    mail: (it) => ({
      subject: `Your exam is arranged: please check and pay by ${instantEn(it.payBefore)}`,
      paragraphs: [
        'Your exam has been arranged. Please check every date, time and place, and pay in time. We cannot keep a booking that is not paid.',
        'If the arrangement does not suit you, send it back with a reason before you pay.',
      ],
      rows: rowsToPay(it),
      action: page(it),
    }),
    sms: {
      template: 'Booking ${booking} is arranged. Please check it and pay CNY ${amount} by ${deadline} (China time).',
      params: toPay,
    },
  },
  bookingUpdated: {
    mail: (it) => ({
      subject: `Your exam arrangement has changed: please check and pay by ${instantEn(it.payBefore)}`,
      paragraphs: [
        'We have changed the arrangement of your exam. The booking shows what is new. An order for the earlier arrangement can no longer be paid.',
      ],
      rows: rowsToPay(it),
      action: page(it),
    }),
    sms: {
      template: 'Booking ${booking} has changed. Please check it and pay CNY ${amount} by ${deadline} (China time).',
      params: toPay,
    },
  },
  bookingRejected: {
    mail: (it) => ({
      subject: `We received your objection: booking ${it.bookingCode}`,
      paragraphs: [
        'You sent the arrangement back to us. Our staff will look for another one and tell you. There is nothing to pay until then.',
      ],
      rows: rows(it),
      action: page(it),
    }),
    sms: {
      template: 'You sent back the arrangement of booking ${booking}. We will tell you about a new one.',
      params: (it) => ({ booking: it.bookingCode }),
    },
  },
  bookingWithdrawn: {
    mail: (it) => ({
      subject: `Your booking has been withdrawn: ${it.productName}`,
      paragraphs: [
        'This booking has ended and the exam will not take place for it. The reason is on the booking’s page. Nothing has been charged.',
      ],
      rows: rows(it),
      action: page(it),
    }),
    sms: {
      template: 'Booking ${booking} has been withdrawn. Please see its page for the reason.',
      params: (it) => ({ booking: it.bookingCode }),
    },
  },
  bookingExtended: {
    mail: (it) => ({
      subject: `New payment deadline for booking ${it.bookingCode}`,
      paragraphs: [`You can now pay this booking until ${instantEn(it.payBefore)} (China time).`],
      rows: rowsToPay(it),
      action: page(it),
    }),
    sms: {
      template: 'Booking ${booking}: you can now pay CNY ${amount} until ${deadline} (China time).',
      params: toPay,
    },
  },
  bookingPaymentFailed: {
    mail: (it) => ({
      subject: `Your payment did not go through: booking ${it.bookingCode}`,
      paragraphs: [
        'The payment that was being processed did not go through. Please check the booking and pay again in time.',
      ],
      rows: rows(it),
      action: page(it),
    }),
    sms: {
      template: 'The payment for booking ${booking} did not go through. Please check it and pay again in time.',
      params: (it) => ({ booking: it.bookingCode }),
    },
  },
  bookingExpiring: {
    mail: (it) => ({
      subject: `Please pay booking ${it.bookingCode} by ${instantEn(it.payBefore)}`,
      paragraphs: ['This booking is not paid yet. After the deadline it can no longer be paid.'],
      rows: rowsToPay(it),
      action: page(it),
    }),
    sms: {
      template: 'Reminder: please pay CNY ${amount} for booking ${booking} by ${deadline} (China time).',
      params: toPay,
    },
  },
  bookingDateProposed: {
    mail: (it) => ({
      subject: `Would another date suit you? Booking ${it.bookingCode}`,
      paragraphs: [
        'We would like to move this exam. The reason and every exam it concerns are on the booking’s page, where you can agree or keep the current date.',
        `Nothing changes unless you agree by the end of ${dateEn(it.lastDay)}, China time.`,
      ],
      rows: redatedRows(it),
      action: page(it),
    }),
    sms: {
      template:
        'Booking ${booking}: may we hold your exam on ${now} instead of ${before}? Please answer on its page by ${until}. Without an answer the date stays.',
      params: (it) => ({ ...redated(it), until: dateEn(it.lastDay) }),
    },
  },
  bookingDateAgreed: {
    mail: (it) => ({
      subject: `Your exam has its new date: ${dateEn(it.examDate)}`,
      paragraphs: [
        'Thank you for agreeing. Any earlier confirmation letter is no longer valid; we will tell you when you can print the new one.',
      ],
      rows: redatedRows(it),
      action: page(it),
    }),
    sms: {
      template:
        'Booking ${booking}: your exam is now on ${now}, no longer on ${before}. Any earlier letter is no longer valid.',
      params: redated,
    },
  },
  bookingDateKept: {
    mail: (it) => ({
      subject: `Your exam stays on ${dateEn(it.previousDate)}`,
      paragraphs: ['The date we proposed no longer applies. Your exam stays as it was arranged.'],
      rows: [...rows(it), { label: 'Exam time', value: timeOf(it.previousDate, it.previousTime) }],
      action: page(it),
    }),
    sms: {
      template: 'Booking ${booking}: your exam stays on ${before}. The date we proposed no longer applies.',
      params: (it) => ({ booking: it.bookingCode, before: redated(it).before }),
    },
  },
};
