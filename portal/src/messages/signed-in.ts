import { defineWords } from '@exam/ui/i18n';

/** Words of the parts that only a signed-in person sees, on every page. */
export const signedInWords = defineWords({
  en: () => import('./en/signed-in.ts').then((module) => module.signedIn),
  zh: () => import('./zh/signed-in.ts').then((module) => module.signedIn),
});
