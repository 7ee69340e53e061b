import { defineWords } from '@exam/ui/i18n';

/** Words of what a signed-in person sees first on the home page. */
export const ownFirstWords = defineWords({
  en: () => import('./en/own-first.ts').then((module) => module.ownFirst),
  zh: () => import('./zh/own-first.ts').then((module) => module.ownFirst),
});
