import { defineWords } from '@exam/ui/i18n';

/** Words of what close relatives ask for somebody who has died. */
export const relativesWords = defineWords({
  en: () => import('./en/relatives.ts').then((module) => module.relatives),
  zh: () => import('./zh/relatives.ts').then((module) => module.relatives),
});
