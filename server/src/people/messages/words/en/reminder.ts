import { formatMoney } from '@exam/contract/rules';
import { dateEn, instantEn, plainYuan } from '../../format.ts';
import type { ExamAhead, MessageWords, NamedExam } from '../../kinds.ts';

type ReminderKind =
  | 'orderExpiring'
  | 'cartClosing'
  | 'cartLapsed'
  | 'accountUnused'
  | 'examSoon'
  | 'examTomorrow'
  | 'examVenueOpen'
  | 'examGuardianOpen'
  | 'venueMissing';

const exam = (it: NamedExam): string => `${it.productName}, ${it.subjectName}`;
const line = (it: NamedExam) => ({
  label: `${exam(it)}, ${it.candidateName}`,
  value: `${dateEn(it.examDate)}, ${it.startTime} (China time), ${it.cityName}`,
});
const examRows = (it: ExamAhead) => [
  { label: 'Exam', value: exam(it) },
  { label: 'Candidate', value: it.candidateName },
  { label: 'Date', value: `${dateEn(it.examDate)}, starts at ${it.startTime} (China time)` },
  { label: 'Be there by', value: it.reportTime },
  { label: 'Venue', value: [it.venueName, it.venueAddress, it.cityName].filter((part) => part !== '').join(', ') },
];
const bring = (it: ExamAhead): string =>
  `Please bring the original ${it.documentName} the registration was made with, the confirmation letter (printed or on a phone), a black pen, 2B pencils and an eraser. Copies and expired documents are not accepted.`;
const examPage = (it: { applicationId: string }) => ({
  label: 'See the registration',
  path: `/candidate/application/${it.applicationId}`,
});
const cart = { label: 'Open the cart', path: '/candidate/shopping-cart' };

/** What is said because time passes, in English. */
export const reminderWordsEn: Pick<MessageWords, ReminderKind> = {
  orderExpiring: {
    mail: ({ orderId, orderCode, amount, payBefore }) => ({
      subject: `Order ${orderCode} is about to expire`,
      paragraphs: [
        `Order ${orderCode} is not paid yet. Its seats are held until ${instantEn(payBefore)} (China time) only.`,
        `Please pay ${formatMoney(amount)} by then. If you have just paid, you do not need to do anything.`,
      ],
      action: { label: 'Pay for the order', path: `/candidate/order/${orderId}` },
    }),
    sms: {
      template: 'Order ${order} expires at ${time} (China time). Please pay CNY ${amount} by then to keep the seats.',
      params: ({ orderCode, amount, payBefore }) => ({
        order: orderCode,
        time: instantEn(payBefore),
        amount: plainYuan(amount),
      }),
    },
  },
  cartClosing: {
    mail: ({ closesAt, lines }) => ({
      subject: 'Registration ends today for an exam in your cart',
      paragraphs: [
        `What is listed below is in your cart and can be ordered today only; the first registration ends on ${instantEn(closesAt)} (China time).`,
        'A place in the cart holds no seat: only an order does.',
      ],
      rows: lines.map(line),
      action: cart,
    }),
    sms: {
      template:
        'Registration ends today for ${count} exam(s) in your cart, the first at ${time} (China time). Only an order holds a seat.',
      params: ({ closesAt, lines }) => ({ count: String(lines.length), time: instantEn(closesAt) }),
    },
  },
  accountUnused: {
    mail: ({ closesOn }) => ({
      subject: `Your account will be closed on ${dateEn(closesOn)}`,
      paragraphs: [
        `Nobody has signed in to your Examport account for a long time. On ${dateEn(closesOn)} it will be closed and what is saved in it deleted.`,
        'To keep it, sign in once before that day. Otherwise you do not need to do anything.',
      ],
      action: { label: 'Sign in', path: '/auth' },
    }),
    sms: {
      template:
        'Nobody has used your Examport account for a long time. It will be closed on ${date}. To keep it, sign in before.',
      params: ({ closesOn }) => ({ date: dateEn(closesOn) }),
    },
  },
  cartLapsed: {
    mail: ({ lines }) => ({
      subject: 'An exam in your cart can no longer be ordered',
      paragraphs: [
        'What is listed below was in your cart and can no longer be ordered, because registration has ended or the session has been cancelled. Nothing was charged.',
        'You can choose another session of the exam.',
      ],
      rows: lines.map(line),
      action: cart,
    }),
    sms: {
      template: '${count} exam(s) in your Examport cart can no longer be ordered. Nothing was charged.',
      params: ({ lines }) => ({ count: String(lines.length) }),
    },
  },
  examSoon: {
    mail: (it) => ({
      subject: `On ${dateEn(it.examDate)}: ${exam(it)}`,
      paragraphs: [
        `The exam of ${it.candidateName} is on ${dateEn(it.examDate)}. Please be at the venue by ${it.reportTime} (China time).`,
        bring(it),
      ],
      rows: examRows(it),
      action: examPage(it),
    }),
    sms: {
      template:
        'Your exam ${exam} is on ${date}. Be at ${venue} by ${time} with your ID document and confirmation letter.',
      params: (it) => ({
        exam: it.productName,
        date: dateEn(it.examDate),
        venue: it.venueName,
        time: it.reportTime,
      }),
    },
  },
  examTomorrow: {
    mail: (it) => ({
      subject: `Tomorrow: ${exam(it)}`,
      paragraphs: [
        `The exam of ${it.candidateName} is tomorrow, ${dateEn(it.examDate)}. Please be at the venue by ${it.reportTime} (China time); after the start you may not be let in.`,
        bring(it),
      ],
      rows: examRows(it),
      action: examPage(it),
    }),
    sms: {
      template:
        'Tomorrow, ${date}, is your exam ${exam}. Be at ${venue} by ${time} with your ID document and confirmation letter.',
      params: (it) => ({
        date: dateEn(it.examDate),
        exam: it.productName,
        venue: it.venueName,
        time: it.reportTime,
      }),
    },
  },
  examVenueOpen: {
    mail: (it) => ({
      subject: `Venue not known yet: ${exam(it)}`,
      paragraphs: [
        `The exam of ${it.candidateName} is on ${dateEn(it.examDate)} at ${it.startTime} (China time) in ${it.cityName}. The venue is not known yet, so there is no confirmation letter.`,
        `We will tell you as soon as it is. You can also contact the office: ${it.officeEmail}, ${it.officePhone}.`,
      ],
      action: examPage(it),
    }),
    sms: {
      template:
        'The venue of your exam ${exam} on ${date} is not known yet. We will tell you as soon as it is. Questions: ${phone}.',
      params: (it) => ({ exam: it.productName, date: dateEn(it.examDate), phone: it.officePhone }),
    },
  },
  examGuardianOpen: {
    mail: (it) => ({
      subject: `The guardian has not agreed yet: ${exam(it)}`,
      paragraphs: [
        `The exam of ${it.candidateName} is on ${dateEn(it.examDate)} at ${it.startTime} (China time) in ${it.cityName}. The guardian has not agreed to the registration yet, and until then there is no confirmation letter.`,
        'Please ask the guardian to open the link in our text message and to answer. If they cannot find it, you can have it sent again on the page of the exam.',
      ],
      action: examPage(it),
    }),
    sms: {
      template:
        'The guardian has not agreed yet to the exam ${exam} on ${date}. Until then there is no confirmation letter. You can have the link sent again in your account.',
      params: (it) => ({ exam: it.productName, date: dateEn(it.examDate) }),
    },
  },
  venueMissing: {
    mail: (it) => ({
      subject: `Venue to be named: ${it.productName}, ${dateEn(it.examDate)}`,
      paragraphs: [
        `The exam ${it.productName} on ${dateEn(it.examDate)} has registrations and no venue. Without one there is no confirmation letter, and a week before the exam the families are told that the place is open.`,
      ],
      action: {
        label: 'Name the venue',
        path: it.bookingId ? `/bookings/${it.bookingId}` : `/sessions/${it.sessionId}`,
        site: 'console',
      },
    }),
    sms: null,
  },
};
