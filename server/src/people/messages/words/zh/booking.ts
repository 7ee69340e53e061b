import { formatMoney } from '@exam/contract/rules';
import { dateZh, instantZh, plainYuan } from '../../format.ts';
import type { bookingWordsEn } from '../en/booking.ts';
import type { BookingRedated, BookingToPay, MessageWords, NamedBooking } from '../../kinds.ts';

const rows = (it: NamedBooking) => [
  { label: '考试', value: it.productName },
  { label: '考生', value: it.candidateName },
  { label: '预约编号', value: it.bookingCode },
];
const rowsToPay = (it: BookingToPay) => [
  ...rows(it),
  { label: '费用', value: formatMoney(it.amount) },
  { label: '付款截止', value: `${instantZh(it.payBefore)}（北京时间）` },
];
const page = (it: NamedBooking) => ({ label: '查看预约', path: `/candidate/booking/${it.bookingId}` });
const toPay = (it: BookingToPay) => ({
  booking: it.bookingCode,
  amount: plainYuan(it.amount),
  deadline: instantZh(it.payBefore),
});

const timeOf = (date: string, time: string) => `${dateZh(date)} ${time}（北京时间）`;
const redatedRows = (it: BookingRedated) => [
  ...rows(it),
  { label: '新的时间', value: timeOf(it.examDate, it.startTime) },
  { label: '原定时间', value: timeOf(it.previousDate, it.previousTime) },
];
const redated = (it: BookingRedated) => ({
  booking: it.bookingCode,
  before: `${dateZh(it.previousDate)} ${it.previousTime}`,
  now: `${dateZh(it.examDate)} ${it.startTime}`,
});

/** What is said about bookings, in Chinese. */
export const bookingWordsZh: Pick<MessageWords, keyof typeof bookingWordsEn> = {
  bookingSubmitted: {
    mail: (it) => ({
      subject: `已收到您的考试预约：${it.productName}`,
      paragraphs: ['我们已收到您的预约申请。工作人员将与院校安排考试，并通知您时间、地点和费用，在此之前无需付款。'],
      rows: rows(it),
      action: page(it),
    }),
    sms: {
      template: '已收到您的预约申请 ${booking}，考试安排确定后将通知您。',
      params: (it) => ({ booking: it.bookingCode }),
    },
  },
  bookingConfirmed: {
    mail: (it) => ({
      subject: `考试已安排，请于 ${instantZh(it.payBefore)} 前核对并付款`,
      paragraphs: [
        '您的考试已安排。请仔细核对日期、时间和地点，并按时付款，逾期未付款的预约无法保留。',
        '如安排不合适，请在付款前注明原因并退回。',
      ],
      rows: rowsToPay(it),
      action: page(it),
    }),
    sms: {
      template: '预约 ${booking} 已安排，请于 ${deadline} 前核对并支付 ${amount} 元。',
      params: toPay,
    },
  },
  bookingUpdated: {
    mail: (it) => ({
      subject: `考试安排有变更，请于 ${instantZh(it.payBefore)} 前核对并付款`,
      paragraphs: ['您的考试安排有变更，变更内容请查看预约详情。原安排的订单已无法支付。'],
      rows: rowsToPay(it),
      action: page(it),
    }),
    sms: {
      template: '预约 ${booking} 的安排有变更，请于 ${deadline} 前核对并支付 ${amount} 元。',
      params: toPay,
    },
  },
  bookingRejected: {
    mail: (it) => ({
      subject: `已收到您的退回意见：预约 ${it.bookingCode}`,
      paragraphs: ['您已退回考试安排。工作人员将重新安排并通知您，在此之前无需付款。'],
      rows: rows(it),
      action: page(it),
    }),
    sms: {
      template: '您已退回预约 ${booking} 的安排，重新安排后将通知您。',
      params: (it) => ({ booking: it.bookingCode }),
    },
  },
  bookingWithdrawn: {
    mail: (it) => ({
      subject: `您的预约已被撤销：${it.productName}`,
      paragraphs: ['预约已终止，考试不再举行，原因请查看预约详情。未收取任何费用。'],
      rows: rows(it),
      action: page(it),
    }),
    sms: {
      template: '预约 ${booking} 已被撤销，原因请查看预约详情。',
      params: (it) => ({ booking: it.bookingCode }),
    },
  },
  bookingExtended: {
    mail: (it) => ({
      subject: `预约 ${it.bookingCode} 的付款期限已调整`,
      paragraphs: [`您现在可在 ${instantZh(it.payBefore)}（北京时间）前付款。`],
      rows: rowsToPay(it),
      action: page(it),
    }),
    sms: {
      template: '预约 ${booking} 的付款期限已调整，请于 ${deadline} 前支付 ${amount} 元。',
      params: toPay,
    },
  },
  bookingPaymentFailed: {
    mail: (it) => ({
      subject: `付款未成功：预约 ${it.bookingCode}`,
      paragraphs: ['此前正在处理的付款未成功，请核对预约并按时重新付款。'],
      rows: rows(it),
      action: page(it),
    }),
    sms: {
      template: '预约 ${booking} 的付款未成功，请核对后按时重新付款。',
      params: (it) => ({ booking: it.bookingCode }),
    },
  },
  bookingExpiring: {
    mail: (it) => ({
      subject: `请于 ${instantZh(it.payBefore)} 前支付预约 ${it.bookingCode}`,
      paragraphs: ['预约尚未付款，逾期将无法付款。'],
      rows: rowsToPay(it),
      action: page(it),
    }),
    sms: {
      template: '提醒：请于 ${deadline} 前支付预约 ${booking} 的费用 ${amount} 元。',
      params: toPay,
    },
  },
  bookingDateProposed: {
    mail: (it) => ({
      subject: `考试改期征求您的同意：预约 ${it.bookingCode}`,
      paragraphs: [
        '我们希望为您的考试改期。改期原因及涉及的各场考试请查看预约详情，您可在该页面同意改期或保留原日期。',
        `如未在北京时间 ${dateZh(it.lastDay)}当天结束前同意，原安排不变。`,
      ],
      rows: redatedRows(it),
      action: page(it),
    }),
    sms: {
      template:
        '预约 ${booking}：拟将您的考试由 ${before} 改至 ${now}，请于 ${until}前在预约详情页答复，未答复则日期不变。',
      params: (it) => ({ ...redated(it), until: dateZh(it.lastDay) }),
    },
  },
  bookingDateAgreed: {
    mail: (it) => ({
      subject: `考试日期已改为 ${dateZh(it.examDate)}`,
      paragraphs: ['感谢您同意改期。此前的准考证已失效；新的准考证可以打印时，我们会另行通知您。'],
      rows: redatedRows(it),
      action: page(it),
    }),
    sms: {
      template: '预约 ${booking}：您的考试已由 ${before} 改至 ${now}，此前的准考证已失效。',
      params: redated,
    },
  },
  bookingDateKept: {
    mail: (it) => ({
      subject: `考试仍于 ${dateZh(it.previousDate)}举行`,
      paragraphs: ['我们建议的改期不再有效，您的考试按原安排举行。'],
      rows: [...rows(it), { label: '考试时间', value: timeOf(it.previousDate, it.previousTime) }],
      action: page(it),
    }),
    sms: {
      template: '预约 ${booking}：您的考试仍于 ${before} 举行，此前建议的改期不再有效。',
      params: (it) => ({ booking: it.bookingCode, before: redated(it).before }),
    },
  },
};
