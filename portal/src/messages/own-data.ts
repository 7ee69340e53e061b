import { defineWords } from '@exam/ui/i18n';

/** Words of the pages about one's own data. */
export const ownDataWords = defineWords({
  en: () => import('./en/own-data.ts').then((module) => module.ownData),
  zh: () => import('./zh/own-data.ts').then((module) => module.ownData),
});
