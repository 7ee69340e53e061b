import type { DemoSubject } from './accountancy-subjects.ts';
import { accaSubjects, fiaSubjects } from './accountancy-subjects.ts';
import {
  archivedAdmissionSubjects,
  deltaSubjects,
  groupEntrySubjects,
  stepSubjects,
  tktSubjects,
} from './other-subjects.ts';
import type { Words } from './places.ts';

export type DemoProduct = {
  code: string;
  line: string;
  name: Words;
  summary: Words;
  category: 'Booking' | 'Public' | 'PostTest';
  access: 'open' | 'opensSoon' | 'external' | 'archived';
  body?: string;
  form?: string;
  notice?: Words;
  url?: string;
  minimumCandidates?: number;
  isRepeatBySubject?: true;
  /** Offices that sell it; all when left out. */
  offices?: readonly string[];
  subjects: readonly DemoSubject[];
};

/** Products with registration by session, open on the first day. */
export const openProducts: readonly DemoProduct[] = [
  {
    code: 'acca',
    line: 'accountancy',
    name: { en: 'ACCA', zh: 'ACCA' },
    summary: {
      en: 'Computer-based exams of the ACCA Qualification, on demand for the first papers and in four sittings a year for the rest.',
      zh: 'ACCA 资格机考：前期科目可随时预约，其余科目每年三、六、九、十二月开考。',
    },
    category: 'Public',
    access: 'open',
    body: 'ACCA',
    isRepeatBySubject: true,
    notice: {
      en: 'Bring the document you registered with. Only calculators without memory and radio are allowed.',
      zh: '请携带报名时所填的证件原件。考场只允许使用无存储、无通信功能的计算器。',
    },
    subjects: accaSubjects,
  },
  {
    code: 'fia',
    line: 'accountancy',
    name: { en: 'FIA (Foundations in Accountancy)', zh: 'FIA 会计基础' },
    summary: {
      en: 'Introductory certificates, diplomas and specialist papers of Foundations in Accountancy.',
      zh: '会计基础系列的入门证书、文凭与专项科目。',
    },
    category: 'Public',
    access: 'open',
    body: 'ACCA',
    isRepeatBySubject: true,
    subjects: fiaSubjects,
  },
  {
    code: 'acca-group',
    line: 'accountancy',
    name: { en: 'ACCA group entry', zh: 'ACCA 团体报名' },
    summary: {
      en: 'For employers and colleges that enter their students together, with the students’ ACCA registration numbers.',
      zh: '面向统一为员工或学生报名的企业与院校，报名时填写学员的 ACCA 注册号。',
    },
    category: 'Public',
    access: 'open',
    body: 'ACCA',
    form: 'rt1008',
    isRepeatBySubject: true,
    offices: ['BJ', 'SH'],
    subjects: groupEntrySubjects,
  },
  {
    code: 'tkt',
    line: 'teaching',
    name: { en: 'TKT (Teaching Knowledge Test)', zh: 'TKT 英语教学能力证书' },
    summary: {
      en: 'Short papers on teaching English, taken one by one or several on the same Saturday.',
      zh: '英语教学能力考试，各模块可单独报考，也可在同一个周六连考。',
    },
    category: 'Public',
    access: 'open',
    body: 'CAMBRIDGE-ENGLISH',
    minimumCandidates: 2,
    isRepeatBySubject: true,
    notice: {
      en: 'The modules stand on their own: they may be taken in any order, and each has a certificate of its own.',
      zh: '各模块相互独立，可按任意顺序报考，每个模块单独颁发证书。',
    },
    subjects: tktSubjects,
  },
  {
    code: 'delta-module-one',
    line: 'teaching',
    name: { en: 'Delta Module One', zh: 'Delta 模块一' },
    summary: {
      en: 'Two 90-minute papers of one morning, registered for and paid together.',
      zh: '同一上午的两份 90 分钟试卷，合并报名、合并缴费。',
    },
    category: 'Public',
    access: 'open',
    body: 'CAMBRIDGE-ENGLISH',
    offices: ['BJ', 'SH'],
    notice: {
      en: 'Both papers belong together: they are registered, paid and cancelled as one. There is a break of 30 minutes between them.',
      zh: '两份试卷为一个整体，须一并报名、缴费和取消。两场之间休息 30 分钟。',
    },
    subjects: deltaSubjects,
  },
];

/** Products that are announced, kept for the record, or booked with somebody else. */
export const admissionProducts: readonly DemoProduct[] = [
  {
    code: 'step',
    line: 'admission',
    name: { en: 'STEP (Sixth Term Examination Paper)', zh: 'STEP 数学入学考试' },
    summary: {
      en: 'Mathematics papers for university entry, sat in June; dates are provisional until the awarding body confirms them.',
      zh: '六月举行的大学数学入学考试；日期以考试局最终公布为准。',
    },
    category: 'Public',
    access: 'open',
    body: 'OCR',
    form: 'rt1012',
    notice: {
      en: 'There is no late entry. Have your UCAS ID ready before registration closes.',
      zh: '本考试不设逾期报名，请在报名截止前备好 UCAS 编号。',
    },
    subjects: stepSubjects,
  },
  {
    code: 'admission-tests-2025',
    line: 'admission',
    name: { en: 'Admission tests 2025', zh: '2025 年入学考试' },
    summary: { en: 'Tests withdrawn by the university in January 2026.', zh: '相关大学已于 2026 年 1 月取消的考试。' },
    category: 'Public',
    access: 'archived',
    form: 'rt1011',
    subjects: archivedAdmissionSubjects,
  },
  external('uat-uk', 'UAT-UK (ESAT, TMUA, TARA)', 'UAT-UK 大学入学考试（ESAT、TMUA、TARA）', 'https://esat-tmua.ac.uk'),
  external('ucat', 'UCAT', 'UCAT 医学院入学考试', 'https://www.ucat.ac.uk'),
  external('lnat', 'LNAT', 'LNAT 法学院入学考试', 'https://lnat.ac.uk'),
];

function external(code: string, en: string, zh: string, url: string): DemoProduct {
  return {
    code,
    line: 'admission',
    name: { en, zh },
    summary: {
      en: 'Candidates book this test themselves with its test-centre network. The link leads there.',
      zh: '此考试由考生在其考点网络自行预约，点击链接前往。',
    },
    category: 'Public',
    access: 'external',
    url,
    subjects: [],
  };
}
