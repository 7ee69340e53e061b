import { useLocation } from 'react-router';
import { safeCallbackUrl } from '../../app/session/callback-url.ts';

/** Where the person came from and returns to, and the addresses of the other pages that keep it. */
export function useWayBack(): { back: string; withBack: (page: string) => string } {
  const { search } = useLocation();
  const back = safeCallbackUrl(new URLSearchParams(search).get('callbackUrl'));
  return { back, withBack: (page) => (back === '/' ? page : `${page}?callbackUrl=${encodeURIComponent(back)}`) };
}
