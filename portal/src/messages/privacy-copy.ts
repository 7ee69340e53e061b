import { defineWords } from '@exam/ui/i18n';

/** Names of the parts and fields of a copy of one's own data. */
export const copyWords = defineWords({
  en: () => import('./en/privacy-copy.ts').then((module) => module.copyWords),
  zh: () => import('./zh/privacy-copy.ts').then((module) => module.copyWords),
});
