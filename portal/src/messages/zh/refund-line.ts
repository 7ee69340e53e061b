import type { RefundLineMessages } from '../en/refund-line.ts';

export const refundLine: RefundLineMessages = {
  none: '付款后不可退款',
  back: ({ time, amount }) => `${time} 前取消退 ${amount}`,
  withProof: ({ time, amount }) => `${time} 前凭证明取消退 ${amount}`,
  short: ({ month, day, amount }) => `${month}月${day}日前退 ${amount}`,
  endOf: (date) => `${date} 24:00`,
};
