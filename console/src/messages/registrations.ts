import { defineWords } from '@exam/ui/i18n';

/** Words of registrations and special arrangements. */
export const registrationWords = defineWords({
  en: () => import('./en/registrations.ts').then((module) => module.registrations),
  zh: () => import('./zh/registrations.ts').then((module) => module.registrations),
});
