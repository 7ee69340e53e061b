import { defineWords } from '@exam/ui/i18n';

/** Words of the shared parts of pages: reasons, notes, history, revealing. */
export const pageWords = defineWords({
  en: () => import('./en/page.ts').then((module) => module.page),
  zh: () => import('./zh/page.ts').then((module) => module.page),
});
