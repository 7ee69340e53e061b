import type { paymentTypes as english } from './payment-types.en.ts';

export const paymentTypes: typeof english = {
  B2C: '个人网银',
  B2B: '企业网银转账',
  UNION_SCANCODE_PAY: '银联云闪付',
  EXPRESS_PAY: '快捷支付',
  ALI_SCANCODE_PAY: '支付宝',
  WEIXIN_SCANCODE_PAY: '微信支付',
  APPLE_PAY: 'Apple Pay',
  AGREEMENT_PAY: '已绑定银行卡',
  VISA_Master_AE_JCB: '国际信用卡（Visa、万事达、美国运通、JCB）',
};
