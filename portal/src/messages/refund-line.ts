import { defineWords } from '@exam/ui/i18n';

/** What comes back, said before anything is paid (`page/refund-line.tsx`). */
export const refundLineWords = defineWords({
  en: () => import('./en/refund-line.ts').then((module) => module.refundLine),
  zh: () => import('./zh/refund-line.ts').then((module) => module.refundLine),
});
