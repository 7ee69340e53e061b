import { defineWords } from '@exam/ui/i18n';

/** Words of orders, payments, reconciliation and reports. */
export const moneyWords = defineWords({
  en: () => import('./en/money.ts').then((module) => module.money),
  zh: () => import('./zh/money.ts').then((module) => module.money),
});
