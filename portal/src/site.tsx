import {
  LinkedNavigation,
  Navigate,
  RouteParamsContext,
  setActiveLanguage,
  storeLanguage,
  useArrival,
  type Screen,
} from '@exam/ui/app';
import { LanguageProvider, uiWords, useLanguage, type Language } from '@exam/ui/i18n';
import { Skeleton } from '@exam/ui/parts';
import { QueryClientProvider } from '@tanstack/react-query';
import { createElement, startTransition, Suspense, use, useCallback, useState, type ReactNode } from 'react';
import { matchPath, useLocation } from 'react-router';
import { ScreenBoundary } from './frame/cannot-show.tsx';
import { Frame } from './frame/frame.tsx';
import { NotFound } from './frame/not-found.tsx';
import { frameWords } from './messages/frame.ts';
import { candidateMenu, isOfCentre, redirects, routeOf, type Route } from './routes.tsx';
import { CaptchaHost } from './frame/captcha-host.tsx';
import { queryClient } from './app/api.ts';
import { useTurn } from './app/session/session.ts';
import { SignedInOnly, useSessionKeeping } from './frame/guard.tsx';
import { ProtectedPages } from './app/session/protected-pages.ts';
import { PageTitleContext, useDocumentTitle } from './app/title.ts';

/** Fetches what a page needs before it can be shown in one piece: the frame's words, the parts' words, the screen. */
export async function prepare(pathname: string, language: Language): Promise<void> {
  await Promise.all([frameWords.load(language), uiWords.load(language), routeOf(pathname)?.screen.load(language)]);
}

/** The portal inside a router of the caller's choice (the browser's, or a fixed address when pages are written ahead). */
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
      <ProtectedPages value={needsSignIn}>
        <QueryClientProvider client={queryClient}>{children(<Site />)}</QueryClientProvider>
      </ProtectedPages>
    </LanguageProvider>
  );
}

const screenOf = (pathname: string) => routeOf(pathname)?.screen ?? null;
const needsSignIn = (pathname: string) => routeOf(pathname)?.login === true;

function Site() {
  const { pathname, search, hash } = useLocation();
  const target = redirects[pathname.length > 1 && pathname.endsWith('/') ? pathname.slice(0, -1) : pathname];
  return (
    <LinkedNavigation screenOf={screenOf}>
      <Frame>
        {target === undefined ? <Page pathname={pathname} /> : <Navigate replace to={target + search + hash} />}
      </Frame>
      <SessionKeeping />
      <CaptchaHost />
    </LinkedNavigation>
  );
}

function SessionKeeping() {
  useSessionKeeping();
  return null;
}

function Waiting() {
  return (
    <div className="page-width min-h-[60vh] py-10">
      <Skeleton count={3} />
    </div>
  );
}

function Page({ pathname }: { pathname: string }) {
  const route = routeOf(pathname);
  const turn = useTurn();
  return (
    <PageTitleContext value={route?.title ?? 'notFound'}>
      <Area route={route}>
        <Suspense fallback={<Waiting />}>
          <ScreenBoundary key={`${turn} ${pathname}`}>
            {route === null ? <NotFound /> : <Matched route={route} pathname={pathname} />}
            <Arrival />
          </ScreenBoundary>
        </Suspense>
      </Area>
    </PageTitleContext>
  );
}

/** The page's screen, which finds what its address names by `useParams`. */
function Matched({ route, pathname }: { route: Route; pathname: string }) {
  const match = matchPath({ path: route.path, end: true, caseSensitive: true }, pathname);
  return (
    <RouteParamsContext value={match?.params ?? {}}>
      <Shown screen={route.screen} />
    </RouteParamsContext>
  );
}

function Shown({ screen }: { screen: Screen }) {
  const { language } = useLanguage();
  return createElement(screen.peek() ?? use(screen.load(language)));
}

function Arrival() {
  useDocumentTitle();
  useArrival();
  return null;
}

function Area({ route, children }: { route: Route | null; children: ReactNode }) {
  if (!route?.login) return children;
  const page = <SignedInOnly>{children}</SignedInOnly>;
  if (!isOfCentre(route)) return page;
  return (
    <div className="page-width grid gap-x-8 print:block lg:grid-cols-[13rem_minmax(0,1fr)]">
      <Suspense fallback={null}>
        <Shown screen={candidateMenu} />
      </Suspense>
      <div className="candidate-page min-w-0">{page}</div>
    </div>
  );
}
