import { defineWords } from '@exam/ui/i18n';

/** Words of periods and holds. */
export const privacyWords = defineWords({
  en: () => import('./en/privacy.ts').then((module) => module.privacy),
  zh: () => import('./zh/privacy.ts').then((module) => module.privacy),
});
