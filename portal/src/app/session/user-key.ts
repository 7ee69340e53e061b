import type { Reply } from '@exam/contract/client';

/** The signed-in person as the server tells; null when nobody is. */
export type User = NonNullable<Reply<'user.current'>>;

/** Where the signed-in person is remembered. */
export const userKey = ['user', 'current'] as const;
/** Where the number of lines in the cart is remembered. */
export const cartCountKey = ['cart', 'count'] as const;
