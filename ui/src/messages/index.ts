import { defineWords } from '../i18n/words.ts';

/** The words of the parts themselves; an app loads them before its first render. */
export const uiWords = defineWords({
  en: () => import('./en.ts').then((module) => module.messages),
  zh: () => import('./zh.ts').then((module) => module.messages),
});
