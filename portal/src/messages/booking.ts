import { defineWords } from '@exam/ui/i18n';

/** Words of the screens in `screens/booking`. */
export const bookingWords = defineWords({
  en: () => import('./en/booking.ts').then((module) => module.booking),
  zh: () => import('./zh/booking.ts').then((module) => module.booking),
});
