import { defineWords } from '@exam/ui/i18n';

/** Words of accounts, candidates and the staff themselves. */
export const peopleWords = defineWords({
  en: () => import('./en/people.ts').then((module) => module.people),
  zh: () => import('./zh/people.ts').then((module) => module.people),
});
