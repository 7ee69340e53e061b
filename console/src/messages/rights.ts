import { defineWords } from '@exam/ui/i18n';

/** Words of requests about one's own data. */
export const rightsWords = defineWords({
  en: () => import('./en/rights.ts').then((module) => module.rights),
  zh: () => import('./zh/rights.ts').then((module) => module.rights),
});
