import { formatMoney } from '@exam/contract/rules';
import { dateZh, plainYuan } from '../../format.ts';
import type { MessageWords, NamedExam } from '../../kinds.ts';
import type { refundWordsEn } from '../en/refund.ts';

const exam = (it: NamedExam): string => `${it.productName}（${it.subjectName}）`;
const rows = (it: NamedExam) => [
  { label: '考试', value: exam(it) },
  { label: '考生', value: it.candidateName },
  { label: '时间与地点', value: `${dateZh(it.examDate)} ${it.startTime}，${it.cityName}` },
];
const page = (applicationId: string) => ({ label: '查看报名', path: `/candidate/application/${applicationId}` });

/** What is said about cancellations and refunds, in Chinese. */
export const refundWordsZh: Pick<MessageWords, keyof typeof refundWordsEn> = {
  cancellationRequested: {
    mail: (it) => ({
      subject: `已收到您的取消申请：${exam(it)}`,
      paragraphs: [
        `我们已收到您的取消申请。如获批准，将退还 ${formatMoney(it.amount)}。审核期间仍为您保留考位。`,
        ...(it.documentsDueDate ? [`退款需要证明材料，请于 ${dateZh(it.documentsDueDate)} 24:00 前提交。`] : []),
      ],
      rows: rows(it),
      action: page(it.applicationId),
    }),
    sms: {
      template: '已收到您取消 ${exam}（${date}）的申请，后续事项请查看报名详情。',
      params: (it) => ({ exam: exam(it), date: dateZh(it.examDate) }),
    },
  },
  documentsReminder: {
    mail: (it) => ({
      subject: `请于 ${dateZh(it.documentsDueDate)} 前提交证明材料`,
      paragraphs: [`我们尚未收到您取消申请的证明材料，请于 ${dateZh(it.documentsDueDate)} 24:00 前提交。`],
      rows: rows(it),
      action: page(it.applicationId),
    }),
    sms: {
      template: '您取消 ${exam} 的申请尚缺证明材料，请于 ${date} 24:00 前提交。',
      params: (it) => ({ exam: exam(it), date: dateZh(it.documentsDueDate) }),
    },
  },
  documentsAsked: {
    mail: (it) => ({
      subject: `您的取消申请需要补充材料：${exam(it)}`,
      paragraphs: [
        `审核您的申请还需要补充材料，具体要求请查看报名详情，并于 ${dateZh(it.documentsDueDate)} 24:00 前提交。`,
      ],
      rows: rows(it),
      action: page(it.applicationId),
    }),
    sms: {
      template: '您取消 ${exam} 的申请需要补充材料，请于 ${date} 24:00 前提交。',
      params: (it) => ({ exam: exam(it), date: dateZh(it.documentsDueDate) }),
    },
  },
  cancellationApproved: {
    mail: (it) => ({
      subject: `取消申请已通过：${exam(it)}`,
      paragraphs: [
        `您的申请已通过，报名已取消。${formatMoney(it.amount)} 将原路退回，预计于 ${dateZh(it.from)} 至 ${dateZh(it.to)} 之间到账。`,
        '原准考证已失效。',
      ],
      rows: rows(it),
      action: page(it.applicationId),
    }),
    sms: {
      template: '您的报名 ${exam} 已取消，退款 ${amount} 元将于 ${date} 前到账。',
      params: (it) => ({ exam: exam(it), amount: plainYuan(it.amount), date: dateZh(it.to) }),
    },
  },
  cancellationRejected: {
    mail: (it) => ({
      subject: `取消申请未通过：${exam(it)}`,
      paragraphs: [
        '您的取消申请未通过，原因请查看报名详情。报名仍然有效，考位为您保留。',
        '您可以补充材料后再次申请。',
      ],
      rows: rows(it),
      action: page(it.applicationId),
    }),
    sms: {
      template: '您取消 ${exam} 的申请未通过，报名仍然有效，原因请查看报名详情。',
      params: (it) => ({ exam: exam(it) }),
    },
  },
  registrationWithdrawn: {
    mail: (it) => ({
      subject: `您的报名已被撤销：${exam(it)}`,
      paragraphs: [
        '很抱歉，我们不得不撤销您的报名，原因请查看报名详情。',
        it.amount > 0 ? `${formatMoney(it.amount)} 将原路退回，您无需任何操作。` : '没有需要退还的款项。',
      ],
      rows: rows(it),
      action: page(it.applicationId),
    }),
    sms: {
      template: '很抱歉，您的报名 ${exam}（${date}）已被撤销，退款金额 ${amount} 元。',
      params: (it) => ({ exam: exam(it), date: dateZh(it.examDate), amount: plainYuan(it.amount) }),
    },
  },
  refundCompleted: {
    mail: ({ orderId, orderCode, amount, isByHand }) => ({
      subject: `订单 ${orderCode} 退款完成`,
      paragraphs: [
        isByHand
          ? `订单 ${orderCode} 的退款 ${formatMoney(amount)} 已付至与您约定的账户。`
          : `订单 ${orderCode} 的退款 ${formatMoney(amount)} 已原路退回，银行入账可能还需数日。`,
      ],
      action: { label: '查看订单', path: `/candidate/order/${orderId}` },
    }),
    sms: {
      template: '订单 ${order} 退款 ${amount} 元已完成。',
      params: ({ orderCode, amount }) => ({ order: orderCode, amount: plainYuan(amount) }),
    },
  },
  cancelledWithoutRefund: {
    mail: ({ orderId, orderCode }) => ({
      subject: `订单 ${orderCode} 取消完成`,
      paragraphs: [`订单 ${orderCode} 中的取消已办理完成。如申请前所示，没有需要退还的款项。`],
      action: { label: '查看订单', path: `/candidate/order/${orderId}` },
    }),
    sms: {
      template: '订单 ${order} 中的取消已办理完成，没有需要退还的款项。',
      params: ({ orderCode }) => ({ order: orderCode }),
    },
  },
  fapiaoIssued: {
    mail: ({ orderId, orderCode, number, amount }) => ({
      subject: `订单 ${orderCode} 的发票已开具`,
      paragraphs: [`订单 ${orderCode} 的发票已开具，随信附上，也可在订单页面下载。`],
      rows: [
        { label: '发票号码', value: number },
        { label: '价税合计', value: formatMoney(amount) },
      ],
      action: { label: '查看订单', path: `/candidate/order/${orderId}` },
    }),
    sms: {
      template: '订单 ${order} 的发票已开具，金额 ${amount} 元，已发送至您填写的邮箱。',
      params: ({ orderCode, amount }) => ({ order: orderCode, amount: plainYuan(amount) }),
    },
  },
  fapiaoRefused: {
    mail: ({ orderId, orderCode }) => ({
      subject: `请核对订单 ${orderCode} 的开票信息`,
      paragraphs: [`订单 ${orderCode} 的开票信息有误，暂时无法开具发票。原因见订单页面，请更正后重新提交。`],
      action: { label: '更正开票信息', path: `/candidate/order/${orderId}` },
    }),
    sms: {
      template: '订单 ${order} 的开票信息有误，暂时无法开具发票，请到订单页面更正。',
      params: ({ orderCode }) => ({ order: orderCode }),
    },
  },
  fapiaoRedIssued: {
    mail: ({ orderId, orderCode, number, amount }) => ({
      subject: `订单 ${orderCode} 的红字发票已开具`,
      paragraphs: [`订单 ${orderCode} 退款后，已就退还的金额开具红字发票。`],
      rows: [
        { label: '红字发票号码', value: number },
        { label: '冲红金额', value: formatMoney(amount) },
      ],
      action: { label: '查看订单', path: `/candidate/order/${orderId}` },
    }),
    sms: {
      template: '订单 ${order} 退款后已开具红字发票，金额 ${amount} 元。',
      params: ({ orderCode, amount }) => ({ order: orderCode, amount: plainYuan(amount) }),
    },
  },
};
