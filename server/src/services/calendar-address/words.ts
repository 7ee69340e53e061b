import type { Language } from '@exam/contract/messages';

type About = { exam: string; who: string };
type Cancelling = { time: string; percent: number; boardFeeReturned: boolean; documentsRequired: boolean };

/** The words of the calendar that apps subscribe to. */
export type CalendarWords = {
  name: string;
  midnight: string;
  /** Between an exam and what of it. */
  between: string;
  exam: (of: About) => string;
  report: (of: About & { time: string }) => string;
  examText: (of: { reportBy: string; page: string }) => string;
  pay: (of: { time: string; exams: readonly string[] }) => string;
  payText: (of: { time: string; page: string }) => string;
  cancel: (of: Cancelling & { exams: readonly string[] }) => string;
  cancelText: (of: Cancelling & { page: string }) => string;
};

const en: CalendarWords = {
  name: 'Examport dates',
  midnight: 'midnight',
  between: ': ',
  exam: ({ exam, who }) => `${exam} (${who})`,
  report: ({ exam, who, time }) => `Report by ${time}: ${exam} (${who})`,
  examText: ({ reportBy, page }) =>
    `Report by ${reportBy} (China time). Venue, confirmation letter and what to bring: ${page}`,
  pay: ({ time, exams }) => `Pay by ${time}: ${exams.join(', ')}`,
  payText: ({ time, page }) => `Unpaid at ${time} (China time), it ends and the place is free again. Pay at ${page}`,
  cancel: ({ time, exams }) => `Cancel by ${time} for the best refund: ${exams.join(', ')}`,
  cancelText: ({ time, percent, boardFeeReturned, documentsRequired, page }) =>
    `If you ask by ${time} (China time)${documentsRequired ? ' with proof of the reason' : ''}, you get back ${percent}% of the local fee${
      boardFeeReturned ? ' and all of the awarding-body fee' : ''
    }. Later it is less, or nothing. Details: ${page}`,
};

const zh: CalendarWords = {
  name: '考途日程',
  midnight: '24:00',
  between: '：',
  exam: ({ exam, who }) => `${exam}（${who}）`,
  report: ({ exam, who, time }) => `${time} 前报到：${exam}（${who}）`,
  examText: ({ reportBy, page }) => `请于北京时间 ${reportBy} 前报到。考点、准考证和携带物品请登录查看：${page}`,
  pay: ({ time, exams }) => `${time} 前付款：${exams.join('、')}`,
  payText: ({ time, page }) => `北京时间 ${time} 前未付款将自动失效，名额随之释放。付款请登录：${page}`,
  cancel: ({ time, exams }) => `${time} 前取消退款最多：${exams.join('、')}`,
  cancelText: ({ time, percent, boardFeeReturned, documentsRequired, page }) =>
    `北京时间 ${time} 前申请取消${documentsRequired ? '并提交证明' : ''}，可退考务费的 ${percent}%${boardFeeReturned ? '和全部考试局费' : ''}；逾期退款减少或不再退款。详情请登录查看：${page}`,
};

export const calendarWords: Readonly<Record<Language, CalendarWords>> = { en, zh };
