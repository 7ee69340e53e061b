import { defineWords } from '@exam/ui/i18n';

/** Words of what the audit and the jobs name by codes. */
export const auditWords = defineWords({
  en: () => import('./en/audit.ts').then((module) => module.audit),
  zh: () => import('./zh/audit.ts').then((module) => module.audit),
});
