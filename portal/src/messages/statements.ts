import { defineWords } from '@exam/ui/i18n';

/** Words of the contract: the statements to tick before a registration, and before a request after an exam. */
export const statementWords = defineWords({
  en: () => import('@exam/contract/messages/statements/en').then((module) => module.statements),
  zh: () => import('@exam/contract/messages/statements/zh').then((module) => module.statements),
});
