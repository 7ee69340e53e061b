import { defineWords } from '@exam/ui/i18n';

/** Words of the screens in `screens/guardian`. */
export const guardianWords = defineWords({
  en: () => import('./en/guardian.ts').then((module) => module.guardian),
  zh: () => import('./zh/guardian.ts').then((module) => module.guardian),
});
