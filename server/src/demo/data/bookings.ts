import type { BookingStatus } from '@exam/contract/entities';

/** What booked products cost and when they can be asked for; fees in fen before VAT (3-domain 3.2 and 10). */
export const bookedTariffs = [
  {
    product: 'university-exam',
    leadDays: 28,
    isUniversity: true,
    baseFee: 145_000,
    surcharge: 22_000,
    isSurchargeAllowed: true,
  },
  {
    product: 'university-exam-office',
    leadDays: 21,
    isUniversity: true,
    baseFee: 145_000,
    surcharge: 22_000,
    isSurchargeAllowed: true,
  },
  {
    product: 'institution-exam',
    leadDays: 21,
    isUniversity: true,
    baseFee: 145_000,
    surcharge: 22_000,
    isSurchargeAllowed: true,
  },
  {
    product: 'other-institution-exam',
    leadDays: 21,
    isUniversity: true,
    baseFee: 145_000,
    surcharge: 22_000,
    isSurchargeAllowed: true,
  },
  {
    product: 'university-course-codes',
    leadDays: 21,
    isUniversity: true,
    baseFee: 145_000,
    surcharge: 22_000,
    isSurchargeAllowed: true,
  },
  {
    product: 'common-pre-test',
    leadDays: 21,
    isUniversity: false,
    baseFee: 120_000,
    surcharge: 0,
    isSurchargeAllowed: false,
  },
  {
    product: 'other-school-entrance-paper',
    leadDays: 21,
    isUniversity: false,
    baseFee: 120_000,
    surcharge: 0,
    isSurchargeAllowed: false,
  },
  {
    product: 'school-entrance-paper',
    leadDays: 21,
    isUniversity: false,
    baseFee: 120_000,
    surcharge: 0,
    isSurchargeAllowed: false,
  },
] as const;

export type DemoBooking = {
  status: BookingStatus;
  /** Somebody in the list of the account `parent`. */
  person: string;
  product: (typeof bookedTariffs)[number]['product'];
  /** Its office arranges it. */
  city: string;
  /** Course titles in order; one paper in the morning, the next in the afternoon. */
  papers: readonly { zh: string; en: string }[];
  /** What the candidate or staff said, where the status has a reason. */
  reason?: string;
};

/** One booking in each of the eight filter values (3-domain 10). */
export const bookings: readonly DemoBooking[] = [
  {
    status: 'Submitted',
    person: 'adult',
    product: 'university-exam',
    city: 'beijing',
    papers: [{ zh: 'ECON2010 微观经济学', en: 'ECON2010 Microeconomics' }],
  },
  {
    status: 'ToBeConfirmed',
    person: 'adult',
    product: 'university-course-codes',
    city: 'beijing',
    papers: [
      { zh: 'MATH1001 微积分', en: 'MATH1001 Calculus' },
      { zh: 'PHYS1002 力学', en: 'PHYS1002 Mechanics' },
    ],
  },
  {
    status: 'ToBeConfirmedRejected',
    person: 'hongKong',
    product: 'university-exam',
    city: 'shanghai',
    papers: [{ zh: 'LAWS3107 合同法', en: 'LAWS3107 Contract Law' }],
    reason: '当天另有考试，希望改到下一周。',
  },
  {
    status: 'ToBeConfirmedUpdate',
    person: 'taiwan',
    product: 'university-exam-office',
    city: 'tianjin',
    papers: [{ zh: 'STAT2004 概率论', en: 'STAT2004 Probability' }],
  },
  {
    status: 'Processing',
    person: 'passport',
    product: 'university-exam',
    city: 'shenzhen',
    papers: [{ zh: 'ACCT1101 财务会计', en: 'ACCT1101 Financial Accounting' }],
  },
  {
    status: 'Completed',
    person: 'adult',
    product: 'university-exam',
    city: 'beijing',
    papers: [
      { zh: 'CHEM1020 有机化学', en: 'CHEM1020 Organic Chemistry' },
      { zh: 'CHEM1021 实验理论', en: 'CHEM1021 Theory of Laboratory Work' },
    ],
  },
  {
    status: 'Withdrawn',
    person: 'fourteen',
    product: 'school-entrance-paper',
    city: 'shanghai',
    papers: [{ zh: '入学测试卷', en: 'Entrance paper' }],
    reason: '学校已取消本次考试。',
  },
  {
    status: 'Cancelled',
    person: 'fourteen',
    product: 'common-pre-test',
    city: 'beijing',
    papers: [{ zh: '私校联考预测试', en: 'Common Pre-Test' }],
    reason: '孩子已改报其他学校。',
  },
];

/** What was answered in the form of each booked product, for an exam on this China date. */
export const bookedAnswers = (
  examDate: string,
): Partial<Record<(typeof bookedTariffs)[number]['product'], object>> => ({
  'university-exam': {
    universityContact: 'HELEN MARSH',
    contactEmail: 'exams@ashbourne.example',
    expectedMonth: examDate.slice(0, 7),
    approvalObtained: true,
    feeUnderstood: true,
  },
  'university-exam-office': {
    universityName: 'ASHBOURNE UNIVERSITY',
    universityContact: 'TOM BELL',
    contactEmail: 'exams@ashbourne.example',
    expectedMonth: examDate.slice(0, 7),
  },
  'university-course-codes': {
    courseCodes: ['MA1001', 'PH1002'],
    specialArrangement: { yes: false },
  },
  'common-pre-test': { portalRegistered: true, portalReference: 'CPT-204817' },
  'school-entrance-paper': {
    schoolContact: 'ANNA REID',
    contactEmail: 'admissions@elmhurst.example',
    windowFrom: examDate,
    windowTo: examDate,
    registeredAs: ['OtherName'],
    nameAtSchool: 'AMY WANG',
  },
});
