export const order = {
  title: 'My orders',
};

export type OrderMessages = typeof order;
