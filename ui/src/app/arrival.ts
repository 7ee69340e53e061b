import { useEffect, useLayoutEffect } from 'react';
import { useLocation, useNavigationType } from 'react-router';

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
