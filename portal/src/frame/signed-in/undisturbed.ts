import { useLocation } from 'react-router';

/** Pages on which nothing may come between: signing in, a registration, cart, order and payment, a letter checked, a guardian's answer, and the page that offers the same. */
const undisturbed =
  /^\/(auth|exam-registration|payment|guardian|verify|candidate\/(shopping-cart|order|booking\/|account))|\/step-3\/confirm$/;

/** Whether notices and offers leave the page to what it is for. */
export function useIsUndisturbed(): boolean {
  return undisturbed.test(useLocation().pathname);
}
