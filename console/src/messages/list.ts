import { defineWords } from '@exam/ui/i18n';

/** Words of the lists: filters, columns, saved views, selection, export. */
export const listWords = defineWords({
  en: () => import('./en/list.ts').then((module) => module.list),
  zh: () => import('./zh/list.ts').then((module) => module.list),
});
