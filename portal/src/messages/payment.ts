import { defineWords } from '@exam/ui/i18n';

/** Words of the screens in `screens/payment`. */
export const paymentWords = defineWords({
  en: () => import('./en/payment.ts').then((module) => module.payment),
  zh: () => import('./zh/payment.ts').then((module) => module.payment),
});
