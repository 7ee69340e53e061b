import type { PaymentType } from '../entities/index.ts';

/** What somebody pays by. */
export const paymentTypes: Record<PaymentType, string> = {
  B2C: 'Personal online banking',
  B2B: 'Company transfer',
  UNION_SCANCODE_PAY: 'UnionPay',
  EXPRESS_PAY: 'Quick pay',
  ALI_SCANCODE_PAY: 'Alipay',
  WEIXIN_SCANCODE_PAY: 'WeChat Pay',
  APPLE_PAY: 'Apple Pay',
  AGREEMENT_PAY: 'Saved bank card',
  VISA_Master_AE_JCB: 'Visa, Mastercard, American Express, JCB',
};
