import { defineWords } from '@exam/ui/i18n';

/** Words of the screens in `screens/prepared`. */
export const preparedWords = defineWords({
  en: () => import('./en/prepared.ts').then((module) => module.prepared),
  zh: () => import('./zh/prepared.ts').then((module) => module.prepared),
});
