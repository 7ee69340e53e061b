import type { Language } from '@exam/contract/messages';

/** What the payer reads at the channel. */
export const paymentSubject: Record<Language, (orderCode: string) => string> = {
  en: (orderCode) => `Examport exam registration ${orderCode}`,
  zh: (orderCode) => `考途考试报名 ${orderCode}`,
};
