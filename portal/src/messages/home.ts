import { defineWords } from '@exam/ui/i18n';

/** Words of the screens in `screens/home`. */
export const homeWords = defineWords({
  en: () => import('./en/home.ts').then((module) => module.home),
  zh: () => import('./zh/home.ts').then((module) => module.home),
});
