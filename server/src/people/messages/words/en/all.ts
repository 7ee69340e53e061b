import { formatMoney } from '@exam/contract/rules';
import { postTestWordsEn } from './post-test.ts';
import { bookingWordsEn } from './booking.ts';
import { dateEn, instantEn, plainYuan } from '../../format.ts';
import type { MessageWords, NamedExam, ReceiptLine } from '../../kinds.ts';
import { examWordsEn } from './exam.ts';
import { moveWordsEn } from './move.ts';
import { refundWordsEn } from './refund.ts';
import { reminderWordsEn } from './reminder.ts';
import { securityWordsEn } from './security.ts';

const exam = (it: NamedExam): string => `${it.productName}, ${it.subjectName}`;
const when = (it: NamedExam): string => `${dateEn(it.examDate)}, ${it.startTime} (China time), ${it.cityName}`;
const line = (it: ReceiptLine) => ({
  label: `${exam(it)}, ${it.candidateName}`,
  value: it.examDate === '' ? formatMoney(it.amount) : `${when(it)}, ${formatMoney(it.amount)}`,
});
const orderPath = (orderId: string): string => `/candidate/order/${orderId}`;

/** The messages in English. */
export const messageWordsEn: MessageWords = {
  ...securityWordsEn,
  ...postTestWordsEn,
  ...bookingWordsEn,
  ...refundWordsEn,
  ...examWordsEn,
  ...reminderWordsEn,
  ...moveWordsEn,
  frame: {
    brand: 'Examport',
    greeting: 'Dear customer,',
    footer:
      'This is an automatic message from Examport. We never ask for a verification code, a password or a payment by reply.',
  },
  verificationCode: {
    mail: ({ code }) => ({
      subject: 'Your Examport verification code',
      paragraphs: [
        `Your verification code is ${code}. It is valid for 5 minutes. Never share it with anybody.`,
        'If you did not ask for it, you can ignore this message.',
      ],
    }),
    sms: {
      template: 'Your verification code is ${code}. It is valid for 5 minutes. Never share it with anybody.',
      params: ({ code }) => ({ code }),
    },
  },
  numberTaken: {
    mail: null,
    sms: {
      template:
        'Somebody asked to create an account with this number, which already has one. If it was you, please sign in.',
      params: () => ({}),
    },
  },
  addressTaken: {
    mail: () => ({
      subject: 'This e-mail address already belongs to an account',
      paragraphs: [
        'Somebody asked to use this e-mail address for an account, but it already belongs to one. If it was you, please sign in.',
        'If it was not you, you do not need to do anything: nothing has changed.',
      ],
      action: { label: 'Sign in', path: '/auth' },
    }),
    sms: null,
  },
  numberResting: {
    mail: null,
    sms: {
      template:
        'Somebody asked to use this number for an account. It belonged to one that was closed and can be used again from ${date}.',
      params: ({ from }) => ({ date: dateEn(from) }),
    },
  },
  addressResting: {
    mail: ({ from }) => ({
      subject: 'This e-mail address cannot be used yet',
      paragraphs: [
        `Somebody asked to use this e-mail address for an account. It belonged to an account that was closed and can be used again from ${dateEn(from)}.`,
        'If it was not you, you do not need to do anything.',
      ],
    }),
    sms: null,
  },
  registered: {
    mail: () => ({
      subject: 'Welcome to Examport',
      paragraphs: [
        'Your account has been created. You can now register yourself or, as parent or guardian, a child for an exam.',
      ],
      action: { label: 'Find an exam', path: '/exam-all' },
    }),
    sms: { template: 'Your account has been created. You can now register for an exam.', params: () => ({}) },
  },
  orderPlaced: {
    mail: ({ orderId, orderCode, amount, payBefore, lines }) => ({
      subject: `Order ${orderCode}: please pay by ${instantEn(payBefore)}`,
      paragraphs: [
        `We are holding the seats of your order ${orderCode} until ${instantEn(payBefore)} (China time).`,
        `Please pay ${formatMoney(amount)} by then. An unpaid order expires and its seats are released.`,
      ],
      rows: lines.map(line),
      action: { label: 'Pay for the order', path: orderPath(orderId) },
    }),
    sms: {
      template: 'Order ${order}: please pay CNY ${amount} by ${time} (China time), or the seats will be released.',
      params: ({ orderCode, amount, payBefore }) => ({
        order: orderCode,
        amount: plainYuan(amount),
        time: instantEn(payBefore),
      }),
    },
  },
  paid: {
    mail: ({ orderId, orderCode, amount, paidAt, lines, afterResults }) => ({
      subject: `Payment received for order ${orderCode}`,
      paragraphs: [
        `We received ${formatMoney(amount)} for order ${orderCode} on ${instantEn(paidAt)} (China time).`,
        afterResults
          ? 'We will pass your request on to the awarding body and tell you the outcome.'
          : 'The registration is complete. We will tell you when the confirmation letter can be printed.',
      ],
      rows: lines.map(line),
      action: { label: 'See the order', path: orderPath(orderId) },
    }),
    sms: {
      template: 'Payment received: CNY ${amount} for order ${order}. The order is complete.',
      params: ({ orderCode, amount }) => ({ amount: plainYuan(amount), order: orderCode }),
    },
  },
  registrationConfirmed: {
    mail: ({ orderId, orderCode, lines, afterResults }) => ({
      subject: `Order ${orderCode} is complete`,
      paragraphs: [
        `Order ${orderCode} is complete; there was nothing to pay.`,
        afterResults
          ? 'We will pass your request on to the awarding body and tell you the outcome.'
          : 'The registration is confirmed.',
      ],
      rows: lines.map(line),
      action: { label: 'See the order', path: orderPath(orderId) },
    }),
    sms: {
      template: 'Order ${order} is complete; there was nothing to pay.',
      params: ({ orderCode }) => ({ order: orderCode }),
    },
  },
  orderExpired: {
    mail: ({ orderId, orderCode }) => ({
      subject: `Order ${orderCode} has expired`,
      paragraphs: [
        `Order ${orderCode} was not paid in time and its seats have been released.`,
        'You can order again from the order’s page while seats are left.',
      ],
      action: { label: 'Order again', path: orderPath(orderId) },
    }),
    sms: {
      template: 'Order ${order} was not paid in time. Its seats have been released; you can order again on Examport.',
      params: ({ orderCode }) => ({ order: orderCode }),
    },
  },
  orderSessionWithdrawn: {
    mail: ({ orderId, orderCode }) => ({
      subject: `Order ${orderCode}: a session has been cancelled`,
      paragraphs: [
        `An exam session in your unpaid order ${orderCode} has been cancelled, so the order has ended. There is nothing to pay.`,
        'Everything else in the order is back in your shopping cart.',
      ],
      action: { label: 'See the order', path: orderPath(orderId) },
    }),
    sms: {
      template:
        'A session in your unpaid order ${order} has been cancelled. There is nothing to pay; the other items are back in your cart.',
      params: ({ orderCode }) => ({ order: orderCode }),
    },
  },
  paymentReturned: {
    mail: ({ orderId, orderCode, amount }) => ({
      subject: `We are refunding your payment for order ${orderCode}`,
      paragraphs: [
        `A payment of ${formatMoney(amount)} for order ${orderCode} arrived after the order had ended, or a second time.`,
        'We are refunding all of it the way you paid. This usually takes a few working days; you do not need to do anything.',
      ],
      action: { label: 'See the order', path: orderPath(orderId) },
    }),
    sms: {
      template: 'A payment of CNY ${amount} for order ${order} came late or twice. We are refunding all of it.',
      params: ({ orderCode, amount }) => ({ amount: plainYuan(amount), order: orderCode }),
    },
  },
  registrationMoved: {
    mail: (values) => ({
      subject: `Your exam has been moved: ${exam(values)}`,
      paragraphs: [
        `We have moved this registration from the session on ${dateEn(values.previousDate)} to another session of the same exam; the price stays as it was.`,
        'If the new date does not suit you, please contact us before registration for it closes.',
      ],
      rows: [
        { label: 'Exam', value: exam(values) },
        { label: 'New date and place', value: when(values) },
        { label: 'Candidate', value: values.candidateName },
      ],
      action: { label: 'See the registration', path: `/candidate/application/${values.applicationId}` },
    }),
    sms: {
      template: 'Your exam on ${previous} has been moved to ${date}, ${time}. Please see My exams on Examport.',
      params: ({ previousDate, examDate, startTime }) => ({
        previous: dateEn(previousDate),
        date: dateEn(examDate),
        time: startTime,
      }),
    },
  },
  letterReady: {
    mail: (values) => ({
      subject: `Confirmation letter: ${exam(values)}`,
      paragraphs: [
        `The confirmation letter for ${values.candidateName} is attached. Please check every detail, print it and bring it to the exam together with the identity document.`,
      ],
      rows: [
        { label: 'Exam', value: exam(values) },
        { label: 'Date and place', value: when(values) },
        { label: 'Application ID', value: values.applicationCode },
      ],
      action: { label: 'See the registration', path: `/candidate/application/${values.applicationId}` },
    }),
    sms: {
      template: 'The confirmation letter for ${application} (${date}) is ready. Print it on Examport under My exams.',
      params: ({ applicationCode, examDate }) => ({ application: applicationCode, date: dateEn(examDate) }),
    },
  },
};
