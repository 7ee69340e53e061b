import { defineWords } from '@exam/ui/i18n';

/** Words of the screens in `screens/account`. */
export const accountWords = defineWords({
  en: () => import('./en/account.ts').then((module) => module.account),
  zh: () => import('./zh/account.ts').then((module) => module.account),
});
