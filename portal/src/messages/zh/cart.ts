import type { CartMessages } from '../en/cart.ts';

export const cart: CartMessages = {
  title: '购物车',
};
