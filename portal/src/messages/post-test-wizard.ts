import { defineWords } from '@exam/ui/i18n';

/** Words of the post-test wizard. */
export const postTestWizardWords = defineWords({
  en: () => import('./en/post-test-wizard.ts').then((module) => module.postTestWizard),
  zh: () => import('./zh/post-test-wizard.ts').then((module) => module.postTestWizard),
});
