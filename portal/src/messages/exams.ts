import { defineWords } from '@exam/ui/i18n';

/** Words of the screens in `screens/exams`. */
export const examsWords = defineWords({
  en: () => import('./en/exams.ts').then((module) => module.exams),
  zh: () => import('./zh/exams.ts').then((module) => module.exams),
});
