import { defineWords } from '@exam/ui/i18n';

/** Words of the exam day, entries, invitation codes and messages to a session. */
export const examDayWords = defineWords({
  en: () => import('./en/exam-day.ts').then((module) => module.examDay),
  zh: () => import('./zh/exam-day.ts').then((module) => module.examDay),
});
