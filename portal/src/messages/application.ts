import { defineWords } from '@exam/ui/i18n';

/** Words that every screen about a registration shares: what is on a ticket, who takes part, how a minor leaves. */
export const applicationWords = defineWords({
  en: () => import('./en/application.ts').then((module) => module.application),
  zh: () => import('./zh/application.ts').then((module) => module.application),
});
