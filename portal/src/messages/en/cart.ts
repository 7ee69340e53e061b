export const cart = {
  title: 'Cart',
};

export type CartMessages = typeof cart;
