import { defineWords } from '@exam/ui/i18n';

/** Names of the parts and fields of a copy of one's own data. */
export const copyWords = defineWords({
  en: () => import('@exam/contract/messages/copy/en').then((module) => module.copyWords),
  zh: () => import('@exam/contract/messages/copy/zh').then((module) => module.copyWords),
});
