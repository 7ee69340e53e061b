import { defineWords } from '@exam/ui/i18n';

/** Words of the batch import in `screens/candidates`. */
export const candidateImportWords = defineWords({
  en: () => import('./en/candidate-import.ts').then((module) => module.candidateImport),
  zh: () => import('./zh/candidate-import.ts').then((module) => module.candidateImport),
});
