import { defineWords } from '@exam/ui/i18n';

/** Words of the screens in `screens/candidates`. */
export const candidatesWords = defineWords({
  en: () => import('./en/candidates.ts').then((module) => module.candidates),
  zh: () => import('./zh/candidates.ts').then((module) => module.candidates),
});
