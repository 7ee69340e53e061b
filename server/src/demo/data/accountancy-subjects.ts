import type { Words } from './places.ts';

export type DemoSubject = {
  code: string;
  name: Words;
  candidateTypes?: readonly ('ACCA' | 'FIA')[];
  setCode?: string;
  minutes: number;
  syllabus?: string;
  validFrom?: string;
  validTo?: string;
  isInactive?: true;
};

/** The last day of the present structure; the redesigned qualification begins with exams in July 2027 (3-domain 2.3). */
const lastDay = '2027-06-30';
const firstDay = '2027-07-01';

type Row = readonly [code: string, en: string, zh: string, minutes: number];

const acca: readonly Row[] = [
  ['BT', 'Business and Technology', '商业与科技', 120],
  ['MA', 'Management Accounting', '管理会计', 120],
  ['FA', 'Financial Accounting', '财务会计', 120],
  ['LW', 'Corporate and Business Law', '公司法与商法', 120],
  ['PM', 'Performance Management', '业绩管理', 180],
  ['TX', 'Taxation', '税务', 180],
  ['FR', 'Financial Reporting', '财务报告', 180],
  ['AA', 'Audit and Assurance', '审计与认证业务', 180],
  ['FM', 'Financial Management', '财务管理', 180],
  ['SBL', 'Strategic Business Leader', '战略商业领袖', 195],
  ['SBR', 'Strategic Business Reporting', '战略商业报告', 195],
  ['AFM', 'Advanced Financial Management', '高级财务管理', 195],
  ['APM', 'Advanced Performance Management', '高级业绩管理', 195],
  ['ATX', 'Advanced Taxation', '高级税务', 195],
  ['AAA', 'Advanced Audit and Assurance', '高级审计与认证业务', 195],
];

const fia: readonly Row[] = [
  ['FA1', 'Recording Financial Transactions', '记录财务交易', 120],
  ['MA1', 'Management Information', '管理信息', 120],
  ['FA2', 'Maintaining Financial Records', '维护财务记录', 120],
  ['MA2', 'Managing Costs and Finance', '成本与财务管理', 120],
  ['FBT', 'Business and Technology (FIA)', '商业与科技（FIA）', 120],
  ['FMA', 'Management Accounting (FIA)', '管理会计（FIA）', 120],
  ['FFA', 'Financial Accounting (FIA)', '财务会计（FIA）', 120],
  ['FAU', 'Foundations in Audit', '审计基础', 120],
  ['FTX', 'Foundations in Taxation', '税务基础', 120],
  ['FFM', 'Foundations in Financial Management', '财务管理基础', 120],
];

/** Codes of the redesigned qualification; their papers' names were not final when this was written. */
const redesigned: readonly Row[] = [
  ['K1', 'Knowledge 1', '知识阶段 第一科', 120],
  ['K2', 'Knowledge 2', '知识阶段 第二科', 120],
  ['K3', 'Knowledge 3', '知识阶段 第三科', 120],
  ['E1', 'Expertise 1', '专业阶段 第一科', 180],
  ['E2', 'Expertise 2', '专业阶段 第二科', 180],
  ['E3', 'Expertise 3', '专业阶段 第三科', 180],
  ['E4', 'Expertise 4', '专业阶段 第四科', 180],
  ['E5', 'Expertise 5', '专业阶段 第五科', 180],
];

const foundations: readonly Row[] = [
  ['F1', 'Foundations 1', '基础阶段 第一科', 120],
  ['F2', 'Foundations 2', '基础阶段 第二科', 120],
  ['F3', 'Foundations 3', '基础阶段 第三科', 120],
];

const subject = ([code, en, zh, minutes]: Row) => ({ code, name: { en, zh }, minutes });
const untilJune2027 = { syllabus: 'Until June 2027', validTo: lastDay };
const fromJuly2027 = { syllabus: 'From July 2027', validFrom: firstDay };

/** The 15 papers of ACCA and what replaces them. */
export const accaSubjects: readonly DemoSubject[] = [
  ...acca.map((row) => ({ ...subject(row), candidateTypes: ['ACCA'] as const, ...untilJune2027 })),
  ...redesigned.map((row) => ({ ...subject(row), candidateTypes: ['ACCA'] as const, ...fromJuly2027 })),
];

/** The 10 papers of FIA and what replaces them. */
export const fiaSubjects: readonly DemoSubject[] = [
  ...fia.map((row) => ({ ...subject(row), candidateTypes: ['FIA'] as const, ...untilJune2027 })),
  ...foundations.map((row) => ({ ...subject(row), candidateTypes: ['FIA'] as const, ...fromJuly2027 })),
];
