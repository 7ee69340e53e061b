import { defineWords } from '@exam/ui/i18n';

/** Words of the booking desk and of its service dates. */
export const bookingsWords = defineWords({
  en: () => import('./en/bookings.ts').then((module) => module.bookings),
  zh: () => import('./zh/bookings.ts').then((module) => module.bookings),
});
