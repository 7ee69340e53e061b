import { defineWords } from '@exam/ui/i18n';

/** Words of cancelling an exam and of what is given back for it. */
export const cancellationWords = defineWords({
  en: () => import('./en/cancellation.ts').then((module) => module.cancellation),
  zh: () => import('./zh/cancellation.ts').then((module) => module.cancellation),
});
