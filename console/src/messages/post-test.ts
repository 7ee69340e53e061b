import { defineWords } from '@exam/ui/i18n';

/** Words of post-test requests. */
export const postTestWords = defineWords({
  en: () => import('./en/post-test.ts').then((module) => module.postTest),
  zh: () => import('./zh/post-test.ts').then((module) => module.postTest),
});
