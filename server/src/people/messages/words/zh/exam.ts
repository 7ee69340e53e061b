import { dateZh } from '../../format.ts';
import type { MessageWords } from '../../kinds.ts';

/** What is said between registration and exam day, in Chinese. */
export const examWordsZh: Pick<MessageWords, 'arrangementDecided' | 'circular'> = {
  arrangementDecided: {
    mail: (it) => ({
      subject: `您的特殊安排申请：${it.productName}`,
      paragraphs: [
        it.isGranted
          ? '我们已批准您的特殊安排，具体内容请查看报名详情。'
          : '很抱歉，我们未能批准您的特殊安排，原因请查看报名详情。',
      ],
      rows: [
        { label: '考试', value: `${it.productName}，${it.subjectName}` },
        { label: '考生', value: it.candidateName },
        { label: '时间与地点', value: `${dateZh(it.examDate)} ${it.startTime}，${it.cityName}` },
      ],
      action: { label: '查看报名', path: `/candidate/application/${it.applicationId}` },
    }),
    sms: {
      template: '您的 ${exam}（${date}）特殊安排申请已有结果，请查看报名详情。',
      params: (it) => ({ exam: it.productName, date: dateZh(it.examDate) }),
    },
  },
  circular: {
    mail: (it) => ({
      subject: it.title,
      paragraphs: it.text.split(/\n+/).filter((line) => line.trim() !== ''),
      rows: [
        { label: '考试', value: it.productName },
        { label: '时间与地点', value: `${dateZh(it.examDate)} ${it.startTime}，${it.cityName}` },
      ],
      action: { label: '查看报名', path: `/candidate/application/${it.applicationId}` },
    }),
    sms: {
      template: '关于您的考试 ${exam}（${date}）有一条通知，请在本站报名详情中阅读。',
      params: (it) => ({ exam: it.productName, date: dateZh(it.examDate) }),
    },
  },
};
