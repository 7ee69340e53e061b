import { defineWords } from '@exam/ui/i18n';

/** Words of the security check. */
export const captchaWords = defineWords({
  en: () => import('./en/captcha.ts').then((module) => module.captcha),
  zh: () => import('./zh/captcha.ts').then((module) => module.captcha),
});
