import { defineWords } from '@exam/ui/i18n';

/** Words of the screens in `screens/fapiao`. */
export const fapiaoWords = defineWords({
  en: () => import('./en/fapiao.ts').then((module) => module.fapiao),
  zh: () => import('./zh/fapiao.ts').then((module) => module.fapiao),
});
