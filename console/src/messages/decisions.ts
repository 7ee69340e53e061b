import { defineWords } from '@exam/ui/i18n';

/** Words of cancellations, refunds, proposals and minimums. */
export const decisionsWords = defineWords({
  en: () => import('./en/decisions.ts').then((module) => module.decisions),
  zh: () => import('./zh/decisions.ts').then((module) => module.decisions),
});
