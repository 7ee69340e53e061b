import { useMemo, type ReactNode } from 'react';
import { useNavigate } from 'react-router';
import { useLanguage, type Language } from '../i18n/index.ts';
import { NavigationProvider } from '../parts/index.ts';
import type { Screen } from './screen.ts';

/**
 * Lets links change the page without a reload, and fetches a page's code when the pointer comes near its link.
 * @param props.screenOf the screen of an address, null where there is none
 */
export function LinkedNavigation(props: { screenOf: (pathname: string) => Screen | null; children: ReactNode }) {
  const { screenOf } = props;
  const navigate = useNavigate();
  const { language } = useLanguage();
  const navigation = useMemo(
    () => ({
      navigate: (href: string) => void navigate(href),
      prefetch: (href: string) => prefetch(screenOf(href.split(/[?#]/, 1)[0] ?? ''), language),
    }),
    [navigate, screenOf, language],
  );
  return <NavigationProvider navigation={navigation}>{props.children}</NavigationProvider>;
}

function prefetch(screen: Screen | null, language: Language): void {
  screen?.load(language).catch(() => undefined);
}
