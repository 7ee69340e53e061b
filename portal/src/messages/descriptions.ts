import { defineWords } from '@exam/ui/i18n';

/** Descriptions of the public pages, for `entry-prerender.tsx`. */
export const descriptionWords = defineWords({
  en: () => import('./en/descriptions.ts').then((module) => module.descriptions),
  zh: () => import('./zh/descriptions.ts').then((module) => module.descriptions),
});
