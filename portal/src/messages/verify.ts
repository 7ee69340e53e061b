import { defineWords } from '@exam/ui/i18n';

/** Words of the screens in `screens/verify`. */
export const verifyWords = defineWords({
  en: () => import('./en/verify.ts').then((module) => module.verify),
  zh: () => import('./zh/verify.ts').then((module) => module.verify),
});
