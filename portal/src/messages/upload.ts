import { defineWords } from '@exam/ui/i18n';

/** Words of uploads: what became of a file that was chosen. */
export const uploadWords = defineWords({
  en: () => import('./en/upload.ts').then((module) => module.upload),
  zh: () => import('./zh/upload.ts').then((module) => module.upload),
});
