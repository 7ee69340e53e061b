import { defineWords } from '@exam/ui/i18n';

/** Words of `screens/help`. */
export const helpChildrenWords = defineWords({
  en: () => import('./en/help-children.ts').then((module) => module.helpChildren),
  zh: () => import('./zh/help-children.ts').then((module) => module.helpChildren),
});
