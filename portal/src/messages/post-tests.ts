import { defineWords } from '@exam/ui/i18n';

/** Words of `screens/post-test`. */
export const postTestsWords = defineWords({
  en: () => import('./en/post-tests.ts').then((module) => module.postTests),
  zh: () => import('./zh/post-tests.ts').then((module) => module.postTests),
});
