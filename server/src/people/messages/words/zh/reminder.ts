import { formatMoney } from '@exam/contract/rules';
import { dateZh, instantZh, plainYuan } from '../../format.ts';
import type { ExamAhead, MessageWords, NamedExam } from '../../kinds.ts';
import type { reminderWordsEn } from '../en/reminder.ts';

const exam = (it: NamedExam): string => `${it.productName}，${it.subjectName}`;
const line = (it: NamedExam) => ({
  label: `${exam(it)}，${it.candidateName}`,
  value: `${dateZh(it.examDate)} ${it.startTime}（北京时间），${it.cityName}`,
});
const examRows = (it: ExamAhead) => [
  { label: '考试', value: exam(it) },
  { label: '考生', value: it.candidateName },
  { label: '日期', value: `${dateZh(it.examDate)} ${it.startTime} 开考（北京时间）` },
  { label: '最晚报到', value: it.reportTime },
  { label: '考点', value: [it.cityName, it.venueName, it.venueAddress].filter((part) => part !== '').join('，') },
];
const bring = (it: ExamAhead): string =>
  `请携带报名所用证件的原件（${it.documentName}）、准考证（打印或手机出示）、黑色签字笔、2B 铅笔和橡皮。复印件和过期证件无效。`;
const examPage = (it: { applicationId: string }) => ({
  label: '查看报名',
  path: `/candidate/application/${it.applicationId}`,
});
const cart = { label: '打开购物车', path: '/candidate/shopping-cart' };

/** What is said because time passes, in Chinese. */
export const reminderWordsZh: Pick<MessageWords, keyof typeof reminderWordsEn> = {
  orderExpiring: {
    mail: ({ orderId, orderCode, amount, payBefore }) => ({
      subject: `订单 ${orderCode} 即将过期`,
      paragraphs: [
        `订单 ${orderCode} 尚未付款，考位仅保留至 ${instantZh(payBefore)}（北京时间）。`,
        `请在此之前付款 ${formatMoney(amount)}。如您刚刚完成付款，请忽略本通知。`,
      ],
      action: { label: '去付款', path: `/candidate/order/${orderId}` },
    }),
    sms: {
      template: '订单 ${order} 将于 ${time}（北京时间）过期，请尽快付款 ${amount} 元，以免考位被释放。',
      params: ({ orderCode, amount, payBefore }) => ({
        order: orderCode,
        time: instantZh(payBefore),
        amount: plainYuan(amount),
      }),
    },
  },
  cartClosing: {
    mail: ({ closesAt, lines }) => ({
      subject: '购物车中的考试今日截止报名',
      paragraphs: [
        `您的购物车中有考试今日截止报名（见下方），最早的一项截止时间为 ${instantZh(closesAt)}（北京时间）。`,
        '加入购物车不占考位，提交订单后才会保留。',
      ],
      rows: lines.map(line),
      action: cart,
    }),
    sms: {
      template: '您的购物车中有 ${count} 项考试今日截止报名，最早于 ${time}（北京时间）截止。提交订单后才会保留考位。',
      params: ({ closesAt, lines }) => ({ count: String(lines.length), time: instantZh(closesAt) }),
    },
  },
  accountUnused: {
    mail: ({ closesOn }) => ({
      subject: `您的账户将于 ${dateZh(closesOn)} 注销`,
      paragraphs: [
        `您的考途账户已长期未登录，将于 ${dateZh(closesOn)} 注销，账户中保存的信息将一并删除。`,
        '如需保留，请在此之前登录一次；不再使用则无需任何操作。',
      ],
      action: { label: '登录', path: '/auth' },
    }),
    sms: {
      template: '您的考途账户已长期未使用，将于 ${date} 注销。如需保留，请在此之前登录一次。',
      params: ({ closesOn }) => ({ date: dateZh(closesOn) }),
    },
  },
  cartLapsed: {
    mail: ({ lines }) => ({
      subject: '购物车中的考试已不能下单',
      paragraphs: [
        '您购物车中的下列考试报名已截止或场次不再举行，无法下单，未产生任何费用。',
        '您可以选择该考试的其他场次。',
      ],
      rows: lines.map(line),
      action: cart,
    }),
    sms: {
      template: '您的购物车中有 ${count} 项考试报名已截止或场次不再举行，无法下单，未产生任何费用。',
      params: ({ lines }) => ({ count: String(lines.length) }),
    },
  },
  examSoon: {
    mail: (it) => ({
      subject: `${dateZh(it.examDate)}考试：${exam(it)}`,
      paragraphs: [
        `${it.candidateName} 的考试将于 ${dateZh(it.examDate)} 举行，请在 ${it.reportTime}（北京时间）前到达考点报到。`,
        bring(it),
      ],
      rows: examRows(it),
      action: examPage(it),
    }),
    sms: {
      template: '您报名的 ${exam} 将于 ${date} 开考，请在 ${time} 前到 ${venue} 报到，并携带证件原件和准考证。',
      params: (it) => ({
        exam: it.productName,
        date: dateZh(it.examDate),
        time: it.reportTime,
        venue: it.venueName,
      }),
    },
  },
  examTomorrow: {
    mail: (it) => ({
      subject: `明天考试：${exam(it)}`,
      paragraphs: [
        `${it.candidateName} 的考试将于明天（${dateZh(it.examDate)}）举行，请在 ${it.reportTime}（北京时间）前到达考点报到，开考后可能无法入场。`,
        bring(it),
      ],
      rows: examRows(it),
      action: examPage(it),
    }),
    sms: {
      template: '明天（${date}）是 ${exam} 的考试日，请在 ${time} 前到 ${venue} 报到，并携带证件原件和准考证。',
      params: (it) => ({
        date: dateZh(it.examDate),
        exam: it.productName,
        time: it.reportTime,
        venue: it.venueName,
      }),
    },
  },
  examVenueOpen: {
    mail: (it) => ({
      subject: `考点尚未确定：${exam(it)}`,
      paragraphs: [
        `${it.candidateName} 的考试将于 ${dateZh(it.examDate)} ${it.startTime}（北京时间）在 ${it.cityName} 举行。考点尚未确定，因此暂无准考证。`,
        `考点确定后，我们会立即通知您。如有疑问，请联系考务办公室：${it.officeEmail}，${it.officePhone}。`,
      ],
      action: examPage(it),
    }),
    sms: {
      template: '您报名的 ${exam}（${date}）考点尚未确定，确定后我们会立即通知您。咨询电话：${phone}。',
      params: (it) => ({ exam: it.productName, date: dateZh(it.examDate), phone: it.officePhone }),
    },
  },
  examGuardianOpen: {
    mail: (it) => ({
      subject: `监护人尚未确认同意：${exam(it)}`,
      paragraphs: [
        `${it.candidateName} 的考试将于 ${dateZh(it.examDate)} ${it.startTime}（北京时间）在 ${it.cityName} 举行。监护人尚未确认同意此次报名，在此之前不提供准考证。`,
        '请提醒监护人打开我们发送的短信链接并答复。如未找到短信，您可在考试详情页重新发送链接。',
      ],
      action: examPage(it),
    }),
    sms: {
      template: '您报名的 ${exam}（${date}）监护人尚未确认同意，在此之前不提供准考证。您可登录账户重新发送链接。',
      params: (it) => ({ exam: it.productName, date: dateZh(it.examDate) }),
    },
  },
  venueMissing: {
    mail: (it) => ({
      subject: `请确定考点：${it.productName}，${dateZh(it.examDate)}`,
      paragraphs: [
        `${dateZh(it.examDate)} 的 ${it.productName} 已有考生报名，但尚未确定考点。没有考点就无法生成准考证；考前一周，考生会收到考点未定的通知。`,
      ],
      action: {
        label: '设置考点',
        path: it.bookingId ? `/bookings/${it.bookingId}` : `/sessions/${it.sessionId}`,
        site: 'console',
      },
    }),
    sms: null,
  },
};
