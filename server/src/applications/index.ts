/** Applications: what one candidate registers for, from the cart to the exam. */
export {
  applicationsForOrder,
  markExpired,
  markRegistered,
  markSubmitted,
  reviveExpired,
  type ApplicationForOrder,
} from './for-order.ts';
