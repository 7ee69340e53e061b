import type { OrderMessages } from '../en/order.ts';

export const order: OrderMessages = {
  title: '我的订单',
};
