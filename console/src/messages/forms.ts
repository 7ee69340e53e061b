import { defineWords } from '@exam/ui/i18n';

/** Words of the pages about registration forms. */
export const formsWords = defineWords({
  en: () => import('./en/forms.ts').then((module) => module.forms),
  zh: () => import('./zh/forms.ts').then((module) => module.forms),
});
