import { formatMoney } from '@exam/contract/rules';
import { dateEn, plainYuan } from '../../format.ts';
import type { MessageWords, NamedExam } from '../../kinds.ts';

type RefundKinds = Pick<
  MessageWords,
  | 'cancellationRequested'
  | 'documentsReminder'
  | 'documentsAsked'
  | 'cancellationApproved'
  | 'cancellationRejected'
  | 'registrationWithdrawn'
  | 'refundCompleted'
  | 'cancelledWithoutRefund'
  | 'fapiaoIssued'
  | 'fapiaoRefused'
  | 'fapiaoRedIssued'
>;

const exam = (it: NamedExam): string => `${it.productName}, ${it.subjectName}`;
const rows = (it: NamedExam) => [
  { label: 'Exam', value: exam(it) },
  { label: 'Candidate', value: it.candidateName },
  { label: 'Date and place', value: `${dateEn(it.examDate)}, ${it.startTime} (China time), ${it.cityName}` },
];
const page = (applicationId: string) => ({
  label: 'See the registration',
  path: `/candidate/application/${applicationId}`,
});

/** What is said about cancellations and refunds, in English. */
export const refundWordsEn: RefundKinds = {
  cancellationRequested: {
    mail: (it) => ({
      subject: `We received your cancellation request: ${exam(it)}`,
      paragraphs: [
        `We received your request to cancel this registration. If it is approved, ${formatMoney(it.amount)} will be refunded. The seat is kept until we decide.`,
        ...(it.documentsDueDate
          ? [`This refund needs documents. Please send them by the end of ${dateEn(it.documentsDueDate)} (China time).`]
          : []),
      ],
      rows: rows(it),
      action: page(it.applicationId),
    }),
    sms: {
      template:
        'We received your request to cancel ${exam} on ${date}. Please see the registration for the next steps.',
      params: (it) => ({ exam: exam(it), date: dateEn(it.examDate) }),
    },
  },
  documentsReminder: {
    mail: (it) => ({
      subject: `Please send your documents by ${dateEn(it.documentsDueDate)}`,
      paragraphs: [
        `We have not received the documents for your cancellation request yet. Please send them by the end of ${dateEn(it.documentsDueDate)} (China time).`,
      ],
      rows: rows(it),
      action: page(it.applicationId),
    }),
    sms: {
      template: 'Please send the documents for your cancellation of ${exam} by the end of ${date}.',
      params: (it) => ({ exam: exam(it), date: dateEn(it.documentsDueDate) }),
    },
  },
  documentsAsked: {
    mail: (it) => ({
      subject: `We need documents for your cancellation request: ${exam(it)}`,
      paragraphs: [
        `We need documents before we can decide on your request. The registration’s page says what we need; please send it by the end of ${dateEn(it.documentsDueDate)} (China time).`,
      ],
      rows: rows(it),
      action: page(it.applicationId),
    }),
    sms: {
      template: 'We need documents for your cancellation of ${exam}. Please send them by the end of ${date}.',
      params: (it) => ({ exam: exam(it), date: dateEn(it.documentsDueDate) }),
    },
  },
  cancellationApproved: {
    mail: (it) => ({
      subject: `Cancellation approved: ${exam(it)}`,
      paragraphs: [
        `Your request has been approved and the registration is cancelled. ${formatMoney(it.amount)} will be refunded the way you paid, between ${dateEn(it.from)} and ${dateEn(it.to)}.`,
        'The confirmation letter is no longer valid.',
      ],
      rows: rows(it),
      action: page(it.applicationId),
    }),
    sms: {
      template: 'Your registration for ${exam} is cancelled. CNY ${amount} will be refunded by ${date}.',
      params: (it) => ({ exam: exam(it), amount: plainYuan(it.amount), date: dateEn(it.to) }),
    },
  },
  cancellationRejected: {
    mail: (it) => ({
      subject: `Cancellation not approved: ${exam(it)}`,
      paragraphs: [
        'Your request to cancel this registration was not approved. The reason is on the registration’s page. The registration stays valid and the seat is yours.',
        'You can ask again with new documents.',
      ],
      rows: rows(it),
      action: page(it.applicationId),
    }),
    sms: {
      template:
        'Your request to cancel ${exam} was not approved; the registration stays valid. Please see its page for the reason.',
      params: (it) => ({ exam: exam(it) }),
    },
  },
  registrationWithdrawn: {
    mail: (it) => ({
      subject: `Your registration has been withdrawn: ${exam(it)}`,
      paragraphs: [
        'We are sorry: we had to withdraw this registration. The reason is on the registration’s page.',
        it.amount > 0
          ? `${formatMoney(it.amount)} will be refunded the way you paid; you do not need to do anything.`
          : 'There is nothing to refund.',
      ],
      rows: rows(it),
      action: page(it.applicationId),
    }),
    sms: {
      template: 'We are sorry: your registration for ${exam} on ${date} has been withdrawn. Refund: CNY ${amount}.',
      params: (it) => ({ exam: exam(it), date: dateEn(it.examDate), amount: plainYuan(it.amount) }),
    },
  },
  refundCompleted: {
    mail: ({ orderId, orderCode, amount, isByHand }) => ({
      subject: `Refund completed for order ${orderCode}`,
      paragraphs: [
        isByHand
          ? `We have paid ${formatMoney(amount)} for order ${orderCode} to the account agreed with you.`
          : `${formatMoney(amount)} for order ${orderCode} has been refunded the way you paid. Your bank may take a few days to show it.`,
      ],
      action: { label: 'See the order', path: `/candidate/order/${orderId}` },
    }),
    sms: {
      template: 'Refund completed: CNY ${amount} for order ${order}.',
      params: ({ orderCode, amount }) => ({ amount: plainYuan(amount), order: orderCode }),
    },
  },
  cancelledWithoutRefund: {
    mail: ({ orderId, orderCode }) => ({
      subject: `Cancellation complete: order ${orderCode}`,
      paragraphs: [
        `Your cancellation in order ${orderCode} is complete. As shown before you asked, there is nothing to refund.`,
      ],
      action: { label: 'See the order', path: `/candidate/order/${orderId}` },
    }),
    sms: {
      template: 'Your cancellation in order ${order} is complete. There is nothing to refund.',
      params: ({ orderCode }) => ({ order: orderCode }),
    },
  },
  fapiaoIssued: {
    mail: ({ orderId, orderCode, number, amount }) => ({
      subject: `Your fapiao for order ${orderCode}`,
      paragraphs: [
        `The fapiao for order ${orderCode} has been issued. It is attached, and you can download it from the order’s page.`,
      ],
      rows: [
        { label: 'Fapiao number', value: number },
        { label: 'Amount', value: formatMoney(amount) },
      ],
      action: { label: 'See the order', path: `/candidate/order/${orderId}` },
    }),
    sms: {
      template:
        'The fapiao for order ${order} has been issued: CNY ${amount}. It has been sent to the e-mail address you gave.',
      params: ({ orderCode, amount }) => ({ order: orderCode, amount: plainYuan(amount) }),
    },
  },
  fapiaoRefused: {
    mail: ({ orderId, orderCode }) => ({
      subject: `Please check your fapiao request: order ${orderCode}`,
      paragraphs: [
        `We could not issue the fapiao for order ${orderCode} with the details given. The order’s page says why; please correct them there.`,
      ],
      action: { label: 'Correct the details', path: `/candidate/order/${orderId}` },
    }),
    sms: {
      template:
        'We could not issue the fapiao for order ${order} with the details given. Please correct them on the order’s page.',
      params: ({ orderCode }) => ({ order: orderCode }),
    },
  },
  fapiaoRedIssued: {
    mail: ({ orderId, orderCode, number, amount }) => ({
      subject: `Red-letter fapiao for order ${orderCode}`,
      paragraphs: [`After the refund of order ${orderCode} a red-letter fapiao was issued for the amount refunded.`],
      rows: [
        { label: 'Red-letter number', value: number },
        { label: 'Amount taken back', value: formatMoney(amount) },
      ],
      action: { label: 'See the order', path: `/candidate/order/${orderId}` },
    }),
    sms: {
      template: 'A red-letter fapiao for CNY ${amount} was issued for the refund of order ${order}.',
      params: ({ orderCode, amount }) => ({ order: orderCode, amount: plainYuan(amount) }),
    },
  },
};
