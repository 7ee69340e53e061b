export const payment = {
  title: 'Payment',
};

export type PaymentMessages = typeof payment;
