import { defineWords } from '@exam/ui/i18n';

/** Words of `screens/help`. */
export const helpCookiesWords = defineWords({
  en: () => import('./en/help-cookies.ts').then((module) => module.helpCookies),
  zh: () => import('./zh/help-cookies.ts').then((module) => module.helpCookies),
});
