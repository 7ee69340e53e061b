import { defineWords } from '@exam/ui/i18n';

/** Words of the screens in `screens/order`. */
export const orderWords = defineWords({
  en: () => import('./en/order.ts').then((module) => module.order),
  zh: () => import('./zh/order.ts').then((module) => module.order),
});
