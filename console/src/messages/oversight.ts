import { defineWords } from '@exam/ui/i18n';

/** Words of who may see minors' records, the yearly report and incidents. */
export const oversightWords = defineWords({
  en: () => import('./en/oversight.ts').then((module) => module.oversight),
  zh: () => import('./zh/oversight.ts').then((module) => module.oversight),
});
