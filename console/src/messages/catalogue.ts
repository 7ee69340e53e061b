import { defineWords } from '@exam/ui/i18n';

/** Words of the catalogue desk. */
export const catalogueWords = defineWords({
  en: () => import('./en/catalogue.ts').then((module) => module.catalogue),
  zh: () => import('./zh/catalogue.ts').then((module) => module.catalogue),
});
