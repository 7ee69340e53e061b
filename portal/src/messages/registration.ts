import { defineWords } from '@exam/ui/i18n';

/** Words of the screens in `screens/registration`. */
export const registrationWords = defineWords({
  en: () => import('./en/registration.ts').then((module) => module.registration),
  zh: () => import('./zh/registration.ts').then((module) => module.registration),
});
