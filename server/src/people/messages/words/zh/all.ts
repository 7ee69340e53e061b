import { formatMoney } from '@exam/contract/rules';
import { postTestWordsZh } from './post-test.ts';
import { bookingWordsZh } from './booking.ts';
import { dateZh, instantZh, plainYuan } from '../../format.ts';
import type { MessageWords, NamedExam, ReceiptLine } from '../../kinds.ts';
import { examWordsZh } from './exam.ts';
import { moveWordsZh } from './move.ts';
import { refundWordsZh } from './refund.ts';
import { reminderWordsZh } from './reminder.ts';
import { securityWordsZh } from './security.ts';

const exam = (it: NamedExam): string => `${it.productName} ${it.subjectName}`;
const when = (it: NamedExam): string => `${dateZh(it.examDate)} ${it.startTime}（北京时间），${it.cityName}`;
const line = (it: ReceiptLine) => ({
  label: `${exam(it)}，${it.candidateName}`,
  value: it.examDate === '' ? formatMoney(it.amount) : `${when(it)}，${formatMoney(it.amount)}`,
});
const orderPath = (orderId: string): string => `/candidate/order/${orderId}`;

/** The messages in Chinese; see the English file. */
export const messageWordsZh: MessageWords = {
  ...securityWordsZh,
  ...postTestWordsZh,
  ...bookingWordsZh,
  ...refundWordsZh,
  ...examWordsZh,
  ...reminderWordsZh,
  ...moveWordsZh,
  frame: {
    brand: '考途',
    greeting: '您好：',
    footer: '此邮件由考途自动发送。我们不会通过回复邮件向您索要验证码、密码或付款。',
  },
  verificationCode: {
    mail: ({ code }) => ({
      subject: '考途验证码',
      paragraphs: [`您的验证码是 ${code}，5 分钟内有效，请勿告诉他人。`, '如非本人操作，请忽略此邮件。'],
    }),
    sms: { template: '您的验证码是 ${code}，5 分钟内有效，请勿告诉他人。', params: ({ code }) => ({ code }) },
  },
  numberTaken: {
    mail: null,
    sms: { template: '有人使用该手机号申请注册，但该号码已有账户。如为本人操作，请直接登录。', params: () => ({}) },
  },
  addressTaken: {
    mail: () => ({
      subject: '该邮箱已绑定账户',
      paragraphs: [
        '有人申请在账户中使用该邮箱，但它已绑定其他账户。如为本人操作，请直接登录。',
        '如非本人操作，无需处理，您的账户没有任何变化。',
      ],
      action: { label: '登录', path: '/auth' },
    }),
    sms: null,
  },
  numberResting: {
    mail: null,
    sms: {
      template: '有人申请在账户中使用该手机号。使用该号码的账户已注销，自 ${date} 起可重新使用。',
      params: ({ from }) => ({ date: dateZh(from) }),
    },
  },
  addressResting: {
    mail: ({ from }) => ({
      subject: '该邮箱暂时无法使用',
      paragraphs: [
        `有人申请在账户中使用该邮箱。使用该邮箱的账户已注销，自 ${dateZh(from)} 起可重新使用。`,
        '如非本人操作，无需处理。',
      ],
    }),
    sms: null,
  },
  registered: {
    mail: () => ({
      subject: '欢迎使用考途',
      paragraphs: ['您的账户已创建。您可以为自己报名，也可以作为家长或监护人为孩子报名。'],
      action: { label: '查找考试', path: '/exam-all' },
    }),
    sms: { template: '您的账户已创建，现在可以报名考试。', params: () => ({}) },
  },
  orderPlaced: {
    mail: ({ orderId, orderCode, amount, payBefore, lines }) => ({
      subject: `订单 ${orderCode}：请在 ${instantZh(payBefore)} 前付款`,
      paragraphs: [
        `订单 ${orderCode} 的考位保留至 ${instantZh(payBefore)}（北京时间）。`,
        `请在此之前付款 ${formatMoney(amount)}。逾期未付的订单将自动取消，考位随之释放。`,
      ],
      rows: lines.map(line),
      action: { label: '去付款', path: orderPath(orderId) },
    }),
    sms: {
      template: '订单 ${order} 待付款 ${amount} 元，请在 ${time}（北京时间）前完成，逾期考位将释放。',
      params: ({ orderCode, amount, payBefore }) => ({
        order: orderCode,
        amount: plainYuan(amount),
        time: instantZh(payBefore),
      }),
    },
  },
  paid: {
    mail: ({ orderId, orderCode, amount, paidAt, lines, afterResults }) => ({
      subject: `订单 ${orderCode} 付款成功`,
      paragraphs: [
        `我们已于 ${instantZh(paidAt)}（北京时间）收到订单 ${orderCode} 的付款 ${formatMoney(amount)}。`,
        afterResults
          ? '我们会将您的申请提交给考试局，结果会另行通知您。'
          : '报名成功。准考证可以打印时，我们会另行通知您。',
      ],
      rows: lines.map(line),
      action: { label: '查看订单', path: orderPath(orderId) },
    }),
    sms: {
      template: '已收到订单 ${order} 的付款 ${amount} 元，订单已完成。',
      params: ({ orderCode, amount }) => ({ order: orderCode, amount: plainYuan(amount) }),
    },
  },
  registrationConfirmed: {
    mail: ({ orderId, orderCode, lines, afterResults }) => ({
      subject: `订单 ${orderCode} 已完成`,
      paragraphs: [
        `订单 ${orderCode} 已完成，无需付款。`,
        afterResults ? '我们会将您的申请提交给考试局，结果会另行通知您。' : '报名成功。',
      ],
      rows: lines.map(line),
      action: { label: '查看订单', path: orderPath(orderId) },
    }),
    sms: { template: '订单 ${order} 已完成，无需付款。', params: ({ orderCode }) => ({ order: orderCode }) },
  },
  orderExpired: {
    mail: ({ orderId, orderCode }) => ({
      subject: `订单 ${orderCode} 已过期`,
      paragraphs: [`订单 ${orderCode} 未在规定时间内付款，考位已释放。`, '如仍有余位，您可以在订单页面重新下单。'],
      action: { label: '重新下单', path: orderPath(orderId) },
    }),
    sms: {
      template: '订单 ${order} 未在规定时间内付款，考位已释放。如仍有余位，可登录考途重新下单。',
      params: ({ orderCode }) => ({ order: orderCode }),
    },
  },
  orderSessionWithdrawn: {
    mail: ({ orderId, orderCode }) => ({
      subject: `订单 ${orderCode} 中的考试场次已取消`,
      paragraphs: [
        `您未付款的订单 ${orderCode} 中有考试场次不再举行，订单已关闭，无需付款。`,
        '订单中的其他考试已放回购物车。',
      ],
      action: { label: '查看订单', path: orderPath(orderId) },
    }),
    sms: {
      template: '您未付款的订单 ${order} 中有考试场次不再举行，订单已关闭，无需付款，其他考试已放回购物车。',
      params: ({ orderCode }) => ({ order: orderCode }),
    },
  },
  paymentReturned: {
    mail: ({ orderId, orderCode, amount }) => ({
      subject: `订单 ${orderCode} 的付款将退回`,
      paragraphs: [
        `订单 ${orderCode} 的一笔付款 ${formatMoney(amount)} 在订单结束后到账，或为重复付款。`,
        '款项将全额原路退回，通常需要几个工作日，您无需任何操作。',
      ],
      action: { label: '查看订单', path: orderPath(orderId) },
    }),
    sms: {
      template: '订单 ${order} 的一笔付款 ${amount} 元逾期到账或重复支付，将全额原路退回。',
      params: ({ orderCode, amount }) => ({ order: orderCode, amount: plainYuan(amount) }),
    },
  },
  registrationMoved: {
    mail: (values) => ({
      subject: `考试场次调整：${exam(values)}`,
      paragraphs: [
        `我们已将此报名由 ${dateZh(values.previousDate)} 场次调整至同一考试的另一场次，费用不变。`,
        '如新的考试时间不合适，请在该场次报名截止前与我们联系。',
      ],
      rows: [
        { label: '考试', value: exam(values) },
        { label: '新的时间和城市', value: when(values) },
        { label: '考生', value: values.candidateName },
      ],
      action: { label: '查看报名', path: `/candidate/application/${values.applicationId}` },
    }),
    sms: {
      template: '您原定于 ${previous} 的考试已调整至 ${date} ${time}，请登录考途，在“我的考试”中查看。',
      params: ({ previousDate, examDate, startTime }) => ({
        previous: dateZh(previousDate),
        date: dateZh(examDate),
        time: startTime,
      }),
    },
  },
  letterReady: {
    mail: (values) => ({
      subject: `准考证：${exam(values)}`,
      paragraphs: [`${values.candidateName} 的准考证见附件。请核对全部信息，打印后与身份证件一并带到考场。`],
      rows: [
        { label: '考试', value: exam(values) },
        { label: '时间和城市', value: when(values) },
        { label: '报名编号', value: values.applicationCode },
      ],
      action: { label: '查看报名', path: `/candidate/application/${values.applicationId}` },
    }),
    sms: {
      template: '报名 ${application}（${date}）的准考证已可打印，请登录考途，在“我的考试”中打印。',
      params: ({ applicationCode, examDate }) => ({ application: applicationCode, date: dateZh(examDate) }),
    },
  },
};
