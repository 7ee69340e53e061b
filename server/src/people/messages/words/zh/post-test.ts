import { formatMoney } from '@exam/contract/rules';
import { dateZh, plainYuan } from '../../format.ts';
import type { NamedService } from '../../kinds.ts';
import type { postTestWordsEn } from '../en/post-test.ts';

const rows = (it: NamedService) => [
  { label: '服务', value: `${it.productName}，${it.serviceName}` },
  { label: '考生', value: it.candidateName },
  { label: '申请编号', value: it.requestCode },
];
const page = (it: NamedService) => ({ label: '查看申请', path: `/candidate/posttestservice/${it.requestId}` });
const short = (it: NamedService) => ({ service: it.serviceName, code: it.requestCode });

/** What is said about post-test services, in Chinese. */
export const postTestWordsZh: typeof postTestWordsEn = {
  postTestLapsed: {
    mail: (it) => ({
      subject: `未能按时提交：${it.serviceName}`,
      paragraphs: ['本考试季的服务已截止申请，您的草稿未能按时提交，无法再办理，没有产生任何费用。'],
      rows: rows(it),
      action: { label: '查看考后服务', path: '/candidate/posttestservice' },
    }),
    sms: { template: '${service}（${code}）已截止申请，您的草稿未能按时提交，没有产生费用。', params: short },
  },
  postTestCancellationRequested: {
    mail: (it) => ({
      subject: `已收到您的取消申请：${it.serviceName}`,
      paragraphs: [
        `我们已收到您取消此项服务的申请，审核期间不会提交考试局。如获批准，将退款 ${formatMoney(it.amount)}。`,
      ],
      rows: rows(it),
      action: page(it),
    }),
    sms: { template: '已收到您取消${service}（${code}）的申请，审核期间不会提交考试局。', params: short },
  },
  postTestCancelled: {
    mail: (it) => ({
      subject: `已取消：${it.serviceName}`,
      paragraphs: [
        it.amount > 0
          ? `此项服务已取消，${formatMoney(it.amount)} 将在 4 至 6 周内原路退回。`
          : '此项服务已取消，没有需要退还的费用。',
      ],
      rows: rows(it),
      action: page(it),
    }),
    sms: {
      template: '${service}（${code}）已取消，退款 ${amount} 元。',
      params: (it) => ({ ...short(it), amount: plainYuan(it.amount) }),
    },
  },
  postTestCancellationRejected: {
    mail: (it) => ({
      subject: `取消申请未通过：${it.serviceName}`,
      paragraphs: ['您的取消申请未通过，此项服务将继续办理。原因请见申请页面。'],
      rows: rows(it),
      action: page(it),
    }),
    sms: { template: '您取消${service}（${code}）的申请未通过，服务继续办理，原因请见申请页面。', params: short },
  },
  postTestSent: {
    mail: (it) => ({
      subject: `已提交考试局：${it.serviceName}`,
      paragraphs: [
        '您的申请已提交考试局，不能再取消。',
        ...(it.expectedBy === null ? [] : [`结果通常会在${dateZh(it.expectedBy)}前公布。`]),
      ],
      rows: rows(it),
      action: page(it),
    }),
    sms: { template: '${service}（${code}）已提交考试局，有结果后会通知您。', params: short },
  },
  postTestRefused: {
    mail: (it) => ({
      subject: `未能办理：${it.serviceName}`,
      paragraphs: [
        '很抱歉，此项申请未能办理，原因请见申请页面。',
        it.amount > 0 ? `${formatMoney(it.amount)} 将原路退回，您无需任何操作。` : '没有需要退还的费用。',
      ],
      rows: rows(it),
      action: page(it),
    }),
    sms: {
      template: '${service}（${code}）未能办理，退款 ${amount} 元，原因请见申请页面。',
      params: (it) => ({ ...short(it), amount: plainYuan(it.amount) }),
    },
  },
  postTestComplete: {
    mail: (it) => ({
      subject: `结果已出：${it.serviceName}`,
      paragraphs: [
        '考试局已完成您的申请，请登录查看结果。',
        ...(it.amount > 0 ? [`由于等级发生变化，考试局费 ${formatMoney(it.amount)} 将原路退回。`] : []),
      ],
      rows: rows(it),
      action: page(it),
    }),
    sms: { template: '${service}（${code}）的结果已出，请登录查看。', params: short },
  },
  postTestCorrected: {
    mail: (it) => ({
      subject: `结果已更正：${it.serviceName}`,
      paragraphs: ['此前告知您的结果有误，现已更正，请登录查看。'],
      rows: rows(it),
      action: page(it),
    }),
    sms: { template: '${service}（${code}）的结果已更正，请登录查看。', params: short },
  },
  postTestFiles: {
    mail: (it) => ({
      subject: `有新文件：${it.serviceName}`,
      paragraphs: ['考试局发来了文件，请登录后保存。'],
      rows: rows(it),
      action: page(it),
    }),
    sms: { template: '${service}（${code}）有新文件，请登录后保存。', params: short },
  },
};
