import { defineWords } from '@exam/ui/i18n';

/** Words of `screens/help`. */
export const helpQuestionsWords = defineWords({
  en: () => import('./en/help-questions.ts').then((module) => module.helpQuestions),
  zh: () => import('./zh/help-questions.ts').then((module) => module.helpQuestions),
});
