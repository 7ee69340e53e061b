import { defineWords } from '@exam/ui/i18n';

/** Words of who may see minors' records, the yearly report and incidents. */
export const incidentsWords = defineWords({
  en: () => import('./en/incidents.ts').then((module) => module.incidents),
  zh: () => import('./zh/incidents.ts').then((module) => module.incidents),
});
