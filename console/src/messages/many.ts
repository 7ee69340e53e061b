import { defineWords } from '@exam/ui/i18n';

/** Words of dialogs that change several things of a list, one after the other. */
export const manyWords = defineWords({
  en: () => import('./en/many.ts').then((module) => module.many),
  zh: () => import('./zh/many.ts').then((module) => module.many),
});
