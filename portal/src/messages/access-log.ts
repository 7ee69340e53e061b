import { defineWords } from '@exam/ui/i18n';

/** Words of the page that says who looked at a child's data. */
export const accessLogWords = defineWords({
  en: () => import('./en/access-log.ts').then((module) => module.accessLog),
  zh: () => import('./zh/access-log.ts').then((module) => module.accessLog),
});
