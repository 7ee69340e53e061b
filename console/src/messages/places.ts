import { defineWords } from '@exam/ui/i18n';

/** Words of venues and of the working-day calendar. */
export const placesWords = defineWords({
  en: () => import('./en/places.ts').then((module) => module.places),
  zh: () => import('./zh/places.ts').then((module) => module.places),
});
