import { defineWords } from '@exam/ui/i18n';

/** Words of the screens in `screens/auth`. */
export const authWords = defineWords({
  en: () => import('./en/auth.ts').then((module) => module.auth),
  zh: () => import('./zh/auth.ts').then((module) => module.auth),
});
