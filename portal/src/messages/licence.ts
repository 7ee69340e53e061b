import { defineWords } from '@exam/ui/i18n';

/** Words of `screens/help`. */
export const licenceWords = defineWords({
  en: () => import('./en/licence.ts').then((module) => module.licence),
  zh: () => import('./zh/licence.ts').then((module) => module.licence),
});
