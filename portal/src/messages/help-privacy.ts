import { defineWords } from '@exam/ui/i18n';

/** Words of `screens/help`. */
export const helpPrivacyWords = defineWords({
  en: () => import('./en/help-privacy.ts').then((module) => module.helpPrivacy),
  zh: () => import('./zh/help-privacy.ts').then((module) => module.helpPrivacy),
});
