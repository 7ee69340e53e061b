import type { PaymentMessages } from '../en/payment.ts';

export const payment: PaymentMessages = {
  title: '支付',
};
