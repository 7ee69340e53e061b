import { defineWords } from '@exam/ui/i18n';

/** Words of the booking wizard, beside those that all wizards share. */
export const bookingWizardWords = defineWords({
  en: () => import('./en/booking-wizard.ts').then((module) => module.bookingWizard),
  zh: () => import('./zh/booking-wizard.ts').then((module) => module.bookingWizard),
});
