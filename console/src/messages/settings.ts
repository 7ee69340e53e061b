import { defineWords } from '@exam/ui/i18n';

/** Words of the audit, the jobs and the search. */
export const settingsWords = defineWords({
  en: () => import('./en/settings.ts').then((module) => module.settings),
  zh: () => import('./zh/settings.ts').then((module) => module.settings),
});
