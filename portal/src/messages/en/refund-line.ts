type Back = { time: string; amount: string };

export const refundLine = {
  none: 'No refund once paid',
  back: ({ time, amount }: Back) => `${amount} back if cancelled by ${time}`,
  withProof: ({ time, amount }: Back) => `${amount} back if cancelled with proof by ${time}`,
  endOf: (date: string) => `the end of ${date}`,
};

export type RefundLineMessages = typeof refundLine;
