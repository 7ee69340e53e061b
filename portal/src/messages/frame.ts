import { defineWords } from '@exam/ui/i18n';

/** Words of the frame: function bar, menus, footer, titles, pages that are not screens. */
export const frameWords = defineWords({
  en: () => import('./en/frame.ts').then((module) => module.frame),
  zh: () => import('./zh/frame.ts').then((module) => module.frame),
});
