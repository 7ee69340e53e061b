import { LinkedNavigation, RouteParamsContext, setActiveLanguage, storeLanguage, useArrival } from '@exam/ui/app';
import { LanguageProvider, uiWords, useLanguage, useMessages, type Language } from '@exam/ui/i18n';
import { Skeleton, ToastRegion } from '@exam/ui/parts';
import { QueryClientProvider } from '@tanstack/react-query';
import { createElement, startTransition, Suspense, use, useCallback, useEffect, useState, type ReactNode } from 'react';
import { matchPath, useLocation } from 'react-router';
import { Frame } from '../frame/frame.tsx';
import { NotAllowed, NotFound, ScreenBoundary } from '../frame/other-pages.tsx';
import { ProofDialog } from '../frame/proof-dialog.tsx';
import { ReasonDialog } from '../frame/reason-dialog.tsx';
import { frameWords } from '../messages/frame.ts';
import { listWords } from '../messages/list.ts';
import { pageWords } from '../messages/page.ts';
import type { Route } from '../route.ts';
import { routeOf, screenOf, signInRoute } from '../routes.tsx';
import { queryClient } from './api.ts';
import { useEntries } from './entries.ts';
import { useMay, useOtherTabs, useSession } from './session.ts';

/** Fetches what a page needs before it can be shown in one piece: the frame's words, the parts' words, the screen. */
export async function prepare(pathname: string, language: Language): Promise<void> {
  await Promise.all([
    frameWords.load(language),
    listWords.load(language),
    pageWords.load(language),
    uiWords.load(language),
    routeOf(pathname)?.screen.load(language),
  ]);
}

/** The console inside the browser's router. */
export function App({ language: first, children }: { language: Language; children: (page: ReactNode) => ReactNode }) {
  const [language, setLanguage] = useState(first);
  const change = useCallback((next: Language) => {
    storeLanguage(next);
    const turn = async () => {
      await prepare(window.location.pathname, next);
      setActiveLanguage(next);
      startTransition(() => setLanguage(next));
      await queryClient.invalidateQueries();
    };
    void turn();
  }, []);
  return (
    <LanguageProvider language={language} setLanguage={change}>
      <QueryClientProvider client={queryClient}>{children(<Site />)}</QueryClientProvider>
    </LanguageProvider>
  );
}

function Site() {
  const { pathname } = useLocation();
  useOtherTabs();
  useEntries();
  return (
    <LinkedNavigation screenOf={screenOf}>
      <Place pathname={pathname} />
      <ReasonDialog />
      <ProofDialog />
      <ToastRegion />
    </LinkedNavigation>
  );
}

/** Everybody who is not signed in sees the sign-in page at every address, and the page itself after signing in. */
function Place({ pathname }: { pathname: string }) {
  const { me, isKnown } = useSession();
  const route = routeOf(pathname);
  if (route?.isOpen) return <Page route={route} pathname={pathname} />;
  if (!isKnown) return <Waiting />;
  if (me === null) return <Page route={signInRoute} pathname={pathname} />;
  return (
    <Frame>
      <Page route={route} pathname={pathname} />
    </Frame>
  );
}

function Waiting() {
  return (
    <div className="console-main min-h-[60vh]">
      <Skeleton count={3} />
    </div>
  );
}

function Page({ route, pathname }: { route: Route | null; pathname: string }) {
  const may = useMay();
  const { me } = useSession();
  return (
    <Suspense fallback={<Waiting />}>
      <ScreenBoundary key={`${me?.id ?? ''} ${pathname}`}>
        {route === null && <NotFound />}
        {route !== null &&
          (route.permission === undefined || may(route.permission) ? (
            <Matched route={route} pathname={pathname} />
          ) : (
            <NotAllowed />
          ))}
        <Arrival route={route} />
      </ScreenBoundary>
    </Suspense>
  );
}

function Matched({ route, pathname }: { route: Route; pathname: string }) {
  const match = matchPath({ path: route.path, end: true, caseSensitive: true }, pathname);
  return (
    <RouteParamsContext value={match?.params ?? {}}>
      <Screen route={route} />
    </RouteParamsContext>
  );
}

function Screen({ route }: { route: Route }) {
  const { language } = useLanguage();
  return createElement(route.screen.peek() ?? use(route.screen.load(language)));
}

function Arrival({ route }: { route: Route | null }) {
  const words = useMessages(frameWords);
  const title = words.documentTitle(route === null ? words.notFound.title : words.pages[route.title]);
  useArrival();
  useEffect(() => {
    document.title = title;
  }, [title]);
  return null;
}
