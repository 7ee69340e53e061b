import type { DemoSubject } from './accountancy-subjects.ts';

/** Teaching awards: one paper of 80 questions in 80 minutes each; YL is kept but not offered (3-domain 3.4). */
export const tktSubjects: readonly DemoSubject[] = [
  { code: 'M1', name: { en: 'Module 1: Language and background', zh: '模块一：语言与学习背景' }, minutes: 80 },
  { code: 'M2', name: { en: 'Module 2: Lesson planning and resources', zh: '模块二：备课与教学资源' }, minutes: 80 },
  { code: 'M3', name: { en: 'Module 3: Managing the teaching process', zh: '模块三：课堂管理' }, minutes: 80 },
  {
    code: 'CLIL',
    name: { en: 'CLIL: Content and language integrated learning', zh: 'CLIL：内容与语言融合学习' },
    minutes: 80,
  },
  { code: 'YL', name: { en: 'YL: Young learners', zh: 'YL：少儿教学' }, minutes: 80, isInactive: true },
];

/** Two papers of one morning, one price (3-domain 3.4). */
export const deltaSubjects: readonly DemoSubject[] = [
  { code: 'P1', name: { en: 'Module One, Paper 1', zh: '模块一 试卷一' }, setCode: 'MODULE-ONE', minutes: 90 },
  { code: 'P2', name: { en: 'Module One, Paper 2', zh: '模块一 试卷二' }, setCode: 'MODULE-ONE', minutes: 90 },
];

export const stepSubjects: readonly DemoSubject[] = [
  { code: 'STEP2', name: { en: 'STEP 2', zh: 'STEP 2 试卷' }, minutes: 180 },
  { code: 'STEP3', name: { en: 'STEP 3', zh: 'STEP 3 试卷' }, minutes: 180 },
];

/** Oxford's own tests, withdrawn in January 2026 (3-domain 3.1). */
export const archivedAdmissionSubjects: readonly DemoSubject[] = [
  { code: 'MAT', name: { en: 'MAT: Mathematics Admissions Test', zh: 'MAT：数学入学考试' }, minutes: 150 },
  { code: 'PAT', name: { en: 'PAT: Physics Aptitude Test', zh: 'PAT：物理能力测试' }, minutes: 120 },
  { code: 'TSA', name: { en: 'TSA: Thinking Skills Assessment', zh: 'TSA：思维能力评估' }, minutes: 120 },
];

/** Papers that a group entry may name: the same syllabus for students of ACCA and of FIA, hence the split by type. */
export const groupEntrySubjects: readonly DemoSubject[] = [
  { code: 'BT', name: { en: 'Business and Technology', zh: '商业与科技' }, candidateTypes: ['ACCA'], minutes: 120 },
  { code: 'MA', name: { en: 'Management Accounting', zh: '管理会计' }, candidateTypes: ['ACCA'], minutes: 120 },
  { code: 'FA', name: { en: 'Financial Accounting', zh: '财务会计' }, candidateTypes: ['ACCA'], minutes: 120 },
  {
    code: 'FBT',
    name: { en: 'Business and Technology (FIA)', zh: '商业与科技（FIA）' },
    candidateTypes: ['FIA'],
    minutes: 120,
  },
  {
    code: 'FMA',
    name: { en: 'Management Accounting (FIA)', zh: '管理会计（FIA）' },
    candidateTypes: ['FIA'],
    minutes: 120,
  },
  {
    code: 'FFA',
    name: { en: 'Financial Accounting (FIA)', zh: '财务会计（FIA）' },
    candidateTypes: ['FIA'],
    minutes: 120,
  },
];

/** Booked exams and post-results services name their paper in their form: one subject each stands for it. */
export const singleSubject = (en: string, zh: string): readonly DemoSubject[] => [
  { code: 'ANY', name: { en, zh }, minutes: 180 },
];
