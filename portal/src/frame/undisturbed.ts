import { useLocation } from 'react-router';

/** Pages on which nothing may come between: signing in, a registration, cart, order and payment, a letter checked, a guardian's answer, and the page that offers the same. */
const undisturbed = [
  '/auth',
  '/exam-registration',
  '/payment',
  '/candidate/shopping-cart',
  '/candidate/order',
  '/candidate/booking/',
  '/candidate/account',
  '/guardian',
  '/verify',
];

/** Whether notices and offers leave the page to what it is for. */
export function useIsUndisturbed(): boolean {
  const { pathname } = useLocation();
  return undisturbed.some((path) => pathname.startsWith(path)) || pathname.endsWith('/step-3/confirm');
}
