import { defineWords } from '@exam/ui/i18n';

/** Words of `screens/help`. */
export const helpContactWords = defineWords({
  en: () => import('./en/help-contact.ts').then((module) => module.helpContact),
  zh: () => import('./zh/help-contact.ts').then((module) => module.helpContact),
});
