import { defineWords } from '@exam/ui/i18n';

/** Words of the console's frame: navigation, sign-in, the proof of identity, pages that are not screens. */
export const frameWords = defineWords({
  en: () => import('./en/frame.ts').then((module) => module.frame),
  zh: () => import('./zh/frame.ts').then((module) => module.frame),
});
