import { defineWords } from '@exam/ui/i18n';

/** Words of the Today board. */
export const todayWords = defineWords({
  en: () => import('./en/today.ts').then((module) => module.today),
  zh: () => import('./zh/today.ts').then((module) => module.today),
});
