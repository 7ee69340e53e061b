import { defineWords } from '@exam/ui/i18n';

/** Words of `screens/help`. */
export const helpWords = defineWords({
  en: () => import('./en/help.ts').then((module) => module.help),
  zh: () => import('./zh/help.ts').then((module) => module.help),
});
