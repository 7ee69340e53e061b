import { defineWords } from '@exam/ui/i18n';

/** Words of the session desk. */
export const sessionsWords = defineWords({
  en: () => import('./en/sessions.ts').then((module) => module.sessions),
  zh: () => import('./zh/sessions.ts').then((module) => module.sessions),
});
