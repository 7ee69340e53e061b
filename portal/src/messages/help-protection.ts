import { defineWords } from '@exam/ui/i18n';

/** Words of `screens/help`. */
export const helpProtectionWords = defineWords({
  en: () => import('./en/help-protection.ts').then((module) => module.helpProtection),
  zh: () => import('./zh/help-protection.ts').then((module) => module.helpProtection),
});
