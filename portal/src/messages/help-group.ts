import { defineWords } from '@exam/ui/i18n';

/** Words of `screens/help`. */
export const helpGroupWords = defineWords({
  en: () => import('./en/help-group.ts').then((module) => module.helpGroup),
  zh: () => import('./zh/help-group.ts').then((module) => module.helpGroup),
});
