import { dateZh } from '../../format.ts';
import type { MessageWords, NamedExam } from '../../kinds.ts';

const rows = (it: NamedExam, before: string | null) => [
  { label: '考试', value: `${it.productName}，${it.subjectName}` },
  { label: '考生', value: it.candidateName },
  ...(before === null ? [] : [{ label: '原定时间', value: before }]),
  {
    label: before === null ? '时间与城市' : '现定时间',
    value: `${dateZh(it.examDate)} ${it.startTime}（北京时间），${it.cityName}`,
  },
];
const see = (applicationId: string, label = '查看报名') => ({ label, path: `/candidate/application/${applicationId}` });

/** What is said when a session is moved, in Chinese. */
export const moveWordsZh: Pick<MessageWords, 'sessionMoved' | 'sessionRetimed' | 'venueChanged'> = {
  sessionMoved: {
    mail: (it) => ({
      subject: `考试改期通知：${it.productName}，${it.subjectName}`,
      paragraphs: [
        '很抱歉，考试须改期。考位仍为您保留，新的准考证将取代原准考证。',
        `如新的日期不合适，可全额退款：请于北京时间 ${dateZh(it.lastDay)}当天结束前、且在考试开始之前，在报名详情页选择。逾期未选择的，按新的日期参加考试。`,
      ],
      rows: rows(it, `${dateZh(it.previousDate)} ${it.previousTime}（北京时间）`),
      action: see(it.applicationId, '接受改期或全额退款'),
    }),
    sms: {
      template:
        '您的考试 ${exam} 由 ${before} 改至 ${now}。可接受改期，或于 ${until}前选择全额退款，请登录考途，在“我的考试”中操作。',
      params: (it) => ({
        exam: it.productName,
        before: `${dateZh(it.previousDate)} ${it.previousTime}`,
        now: `${dateZh(it.examDate)} ${it.startTime}`,
        until: dateZh(it.lastDay),
      }),
    },
  },
  sessionRetimed: {
    mail: (it) => ({
      subject: `考试时间调整：${it.productName}，${it.subjectName}`,
      paragraphs: ['考试日期不变，开始时间有调整。考位仍为您保留，新的准考证将取代原准考证。'],
      rows: rows(it, `${dateZh(it.examDate)} ${it.previousTime}（北京时间）`),
      action: see(it.applicationId),
    }),
    sms: {
      template: '您的考试 ${exam}（${date}）开始时间由 ${before} 改为 ${now}，请登录考途，在“我的考试”中查看。',
      params: (it) => ({
        exam: it.productName,
        date: dateZh(it.examDate),
        before: it.previousTime,
        now: it.startTime,
      }),
    },
  },
  venueChanged: {
    mail: (it) => ({
      subject: `考试地点变更：${it.productName}，${it.subjectName}`,
      paragraphs: ['考试地点（考点或考场）有变更，日期和时间不变。请在报名详情中查看新的地点，并使用新的准考证。'],
      rows: rows(it, null),
      action: see(it.applicationId),
    }),
    sms: {
      template: '您的考试 ${exam}（${date}）考试地点有变更，请登录考途，在“我的考试”中查看新地点。',
      params: (it) => ({ exam: it.productName, date: dateZh(it.examDate) }),
    },
  },
};
