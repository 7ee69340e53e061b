import { isFormCode } from '@exam/contract/forms';
import type { DemoSubject } from './accountancy-subjects.ts';
import { singleSubject } from './other-subjects.ts';
import type { DemoProduct } from './products.ts';

type Row = { code: string; form: string; en: string; zh: string; summaryEn: string; summaryZh: string };

const university: readonly Row[] = [
  {
    code: 'university-exam',
    form: 'rt1001',
    en: 'Overseas university exam',
    zh: '海外大学异地考试',
    summaryEn: 'Sit an exam of your university abroad at one of our centres, on a date agreed with the university.',
    summaryZh: '在本考点参加海外大学的考试，日期由校方确认。',
  },
  {
    code: 'university-exam-office',
    form: 'rt1002',
    en: 'University exam arranged by the exams office',
    zh: '由考试办公室安排的大学考试',
    summaryEn: 'For universities whose exams office sends the papers to us directly.',
    summaryZh: '适用于由大学考试办公室直接寄送试卷的情形。',
  },
  {
    code: 'institution-exam',
    form: 'rt1003',
    en: 'Exam of a partner institution',
    zh: '合作院校考试',
    summaryEn: 'For institutions that have an agreement with us; they name a person who answers our questions.',
    summaryZh: '面向与我们签有协议的院校，由院校指定联系人。',
  },
  {
    code: 'other-institution-exam',
    form: 'rt1004',
    en: 'Exam of another institution',
    zh: '其他院校考试',
    summaryEn: 'For colleges and professional bodies that have not held exams with us before.',
    summaryZh: '面向首次在本考点安排考试的院校和专业机构。',
  },
  {
    code: 'university-course-codes',
    form: 'rt1009',
    en: 'University exam by course code',
    zh: '按课程代码报考的大学考试',
    summaryEn: 'For universities that identify their papers by course code; several codes in one booking.',
    summaryZh: '适用于以课程代码区分试卷的大学，一次可预约多门课程。',
  },
];

const school: readonly Row[] = [
  {
    code: 'common-pre-test',
    form: 'rt1007',
    en: 'Common Pre-Test',
    zh: '私校联考预测试（Common Pre-Test）',
    summaryEn: 'Online tests in English, mathematics and reasoning for Years 6 and 7; once in a school year.',
    summaryZh: '面向六、七年级的英语、数学与推理在线测试，每学年限考一次。',
  },
  {
    code: 'school-entrance-paper',
    form: 'rt1005',
    en: 'School entrance paper',
    zh: '学校入学笔试',
    summaryEn: 'Entrance papers that a school sends us, within the window it gives.',
    summaryZh: '由学校寄送的入学试卷，在学校指定的时间段内完成。',
  },
  {
    code: 'other-school-entrance-paper',
    form: 'rt1006',
    en: 'Entrance paper of another school',
    zh: '其他学校入学笔试',
    summaryEn: 'Entrance papers of a school that is new to us; please give its name in the form.',
    summaryZh: '面向首次与我们合作的学校，请在报名表中填写学校名称。',
  },
];

const results: readonly (Row & { body: string })[] = [
  {
    code: 'results-pearson',
    form: 'rt1010',
    body: 'PEARSON',
    en: 'Pearson Edexcel post-results services',
    zh: '培生爱德思考后服务',
    summaryEn: 'Clerical checks, reviews of marking, copies of scripts and late cash-in.',
    summaryZh: '分数核算、试卷复核、试卷副本与补办总成绩申请。',
  },
  {
    code: 'results-cambridge',
    form: 'rt1010',
    body: 'CAMBRIDGE-INTERNATIONAL',
    en: 'Cambridge enquiries about results',
    zh: '剑桥国际成绩复议',
    summaryEn: 'Re-checks and reviews of marking, with or without a copy of the script.',
    summaryZh: '成绩核算与试卷复核，可选择附试卷副本。',
  },
  {
    code: 'results-oxfordaqa',
    form: 'rt1010',
    body: 'OXFORDAQA',
    en: 'OxfordAQA post-results services',
    zh: '牛津 AQA 考后服务',
    summaryEn: 'Clerical re-checks, reviews of marking and copies of scripts.',
    summaryZh: '分数核算、试卷复核与试卷副本。',
  },
];

/** Booked exams, open as soon as their form is served, and post-results services. */
export const laterProducts: readonly DemoProduct[] = [
  ...university.map((row) => announced(row, 'university', 'Booking', singleSubject('Any course', '任意课程'))),
  ...school.map((row) => announced(row, 'school', 'Booking', singleSubject('School paper', '学校试卷'))),
  ...results.map((row) => ({ ...announced(row, 'results', 'PostTest', []), body: row.body })),
];

function announced(
  row: Row,
  line: string,
  category: 'Booking' | 'PostTest',
  subjects: readonly DemoSubject[],
): DemoProduct {
  return {
    code: row.code,
    line,
    name: { en: row.en, zh: row.zh },
    summary: { en: row.summaryEn, zh: row.summaryZh },
    category,
    access: category === 'PostTest' || isFormCode(row.form) ? 'open' : 'opensSoon',
    form: row.form,
    subjects,
  };
}
