import { defineWords } from '@exam/ui/i18n';

/** Words of the screens in `screens/cart`. */
export const cartWords = defineWords({
  en: () => import('./en/cart.ts').then((module) => module.cart),
  zh: () => import('./zh/cart.ts').then((module) => module.cart),
});
