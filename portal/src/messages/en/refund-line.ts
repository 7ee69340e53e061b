type Back = { time: string; amount: string };
const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

export const refundLine = {
  none: 'No refund once paid',
  back: ({ time, amount }: Back) => `${amount} back if cancelled by ${time}`,
  withProof: ({ time, amount }: Back) => `${amount} back if cancelled with proof by ${time}`,
  short: (p: { month: number; day: number; amount: string }) =>
    `${p.amount} back until ${p.day} ${months[p.month - 1] ?? ''}`,
  endOf: (date: string) => `the end of ${date}`,
};

export type RefundLineMessages = typeof refundLine;
