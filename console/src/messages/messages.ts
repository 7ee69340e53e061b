import { defineWords } from '@exam/ui/i18n';

/** Words of the pages about messages to candidates. */
export const messagesWords = defineWords({
  en: () => import('./en/messages.ts').then((module) => module.messages),
  zh: () => import('./zh/messages.ts').then((module) => module.messages),
});
