import { defineWords } from '@exam/ui/i18n';

/** Words of the contract: of refused fields, and of the registration forms. */
export const ruleWords = defineWords({
  en: () => import('@exam/contract/messages/en').then((module) => module.words),
  zh: () => import('@exam/contract/messages/zh').then((module) => module.words),
});
