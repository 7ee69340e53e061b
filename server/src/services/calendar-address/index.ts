import { deleteAddressOf } from './store.ts';

/** The private address at which a calendar app reads the dates of an account (decision 0092). */
export { routes } from './routes.ts';
export { deleteAddressOf, replaceAddress } from './store.ts';

/** Whoever found a phone may have read the address on it. */
export const forgetWaysIn = deleteAddressOf;
