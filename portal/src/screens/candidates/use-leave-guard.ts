import { useCallback, useEffect, useState } from 'react';
import { useNavigate } from 'react-router';

/**
 * Asks before unsaved work is left by a link of the page, by closing the window or by loading another site.
 * @returns where the person wanted to go (null: nowhere) and the two answers
 */
export function useLeaveGuard(isDirty: boolean) {
  const navigate = useNavigate();
  const [target, setTarget] = useState<string | null>(null);
  useEffect(() => {
    if (!isDirty) return undefined;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onClick = (event: MouseEvent) => {
      const href = pathOfLink(event);
      if (href === null) return;
      event.preventDefault();
      event.stopPropagation();
      setTarget(href);
    };
    window.addEventListener('beforeunload', onUnload);
    document.addEventListener('click', onClick, true);
    return () => {
      window.removeEventListener('beforeunload', onUnload);
      document.removeEventListener('click', onClick, true);
    };
  }, [isDirty]);
  const stay = useCallback(() => setTarget(null), []);
  const leave = useCallback(() => {
    if (target !== null) void navigate(target);
  }, [navigate, target]);
  return { target, stay, leave };
}

/** The path of this site that a plain click on a link leads to, null for anything else and for places on this page. */
function pathOfLink(event: MouseEvent): string | null {
  const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
  if (!isPlain || !(link instanceof HTMLAnchorElement) || link.target === '_blank') return null;
  const place = link.pathname + link.search;
  if (link.origin !== location.origin || place === location.pathname + location.search) return null;
  return place + link.hash;
}
