import { useLanguage } from '@exam/ui/i18n';
import { NavigationProvider } from '@exam/ui/parts';
import { useEffect, useLayoutEffect, useMemo, type ReactNode } from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router';
import { routeOf } from '../routes.tsx';

/** Lets links change the page without a reload, and fetches a page's code when the pointer comes near its link. */
export function LinkedNavigation({ children }: { children: ReactNode }) {
  const navigate = useNavigate();
  const { language } = useLanguage();
  const navigation = useMemo(
    () => ({
      navigate: (href: string) => void navigate(href),
      prefetch: (href: string) => {
        routeOf(href.split(/[?#]/, 1)[0] ?? '')
          ?.screen.load(language)
          .catch(() => undefined);
      },
    }),
    [navigate, language],
  );
  return <NavigationProvider navigation={navigation}>{children}</NavigationProvider>;
}

let lastPathname: string | null = null;
const scrolledTo = new Map<string, number>();

/**
 * After a change of page: focus on the new page's heading, so that a screen reader reads it and Tab goes on from there;
 * the window at the top, or where it was when the person goes back. The first page is left as the browser shows it.
 */
export function useArrival(): void {
  const { key, pathname, hash } = useLocation();
  const kind = useNavigationType();
  useLayoutEffect(() => {
    const remember = () => scrolledTo.set(key, window.scrollY);
    window.addEventListener('scroll', remember, { passive: true });
    return () => window.removeEventListener('scroll', remember);
  }, [key]);
  useEffect(() => {
    const isFirst = lastPathname === null;
    const isSame = lastPathname === pathname;
    lastPathname = pathname;
    if (isFirst || isSame) return;
    history.scrollRestoration = 'manual';
    const main = document.getElementById('main');
    const heading = main?.querySelector('h1') ?? main;
    heading?.setAttribute('tabindex', '-1');
    heading?.focus({ preventScroll: true });
    const target = hash === '' ? null : document.getElementById(hash.slice(1));
    if (target === null) window.scrollTo(0, kind === 'POP' ? (scrolledTo.get(key) ?? 0) : 0);
    else target.scrollIntoView();
  }, [key, pathname, hash, kind]);
}
