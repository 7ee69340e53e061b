import type { Words } from './places.ts';

export type DemoLine = { code: string; name: Words; isOnHome: boolean; detailUrl: Words | null; category: string };

/** Product lines in the order of the home page; awarding bodies are named by fact. */
export const lines: readonly DemoLine[] = [
  {
    code: 'accountancy',
    name: { en: 'Professional accountancy', zh: '专业会计' },
    isOnHome: true,
    detailUrl: { en: '/help/group-application', zh: '/help/group-application' },
    category: 'Professional',
  },
  {
    code: 'teaching',
    name: { en: 'Teaching', zh: '教学能力' },
    isOnHome: true,
    detailUrl: { en: '/help/group-application', zh: '/help/group-application' },
    category: 'Professional',
  },
  {
    code: 'admission',
    name: { en: 'University admission', zh: '大学入学' },
    isOnHome: true,
    detailUrl: null,
    category: 'Admission',
  },
  {
    code: 'university',
    name: { en: 'Overseas university exams', zh: '海外大学考试' },
    isOnHome: true,
    detailUrl: null,
    category: 'University',
  },
  {
    code: 'school',
    name: { en: 'School exams', zh: '学校考试' },
    isOnHome: true,
    detailUrl: { en: '/help/childProtection', zh: '/help/childProtection' },
    category: 'School',
  },
  {
    code: 'results',
    name: { en: 'Post-test services', zh: '考后服务' },
    isOnHome: true,
    detailUrl: null,
    category: 'PostResults',
  },
];
