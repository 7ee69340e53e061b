import { defineWords } from '@exam/ui/i18n';

/** Words of post-results requests. */
export const postResultsWords = defineWords({
  en: () => import('./en/post-results.ts').then((module) => module.postResults),
  zh: () => import('./zh/post-results.ts').then((module) => module.postResults),
});
