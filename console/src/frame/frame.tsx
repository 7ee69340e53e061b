import { useLanguage, useMessages } from '@exam/ui/i18n';
import { Button, Link, Menu, showToast } from '@exam/ui/parts';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useState, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { boardCounts } from '../app/board-counts.ts';
import { signOut, useMay, useMe } from '../app/session.ts';
import { areaNames, areaOf, tabOf, tabsFor, waitingOn } from '../areas.ts';
import { frameWords } from '../messages/frame.ts';
import type { Path } from '../paths.ts';
import { routeOf } from '../routes.tsx';
import { SearchBox } from './search-box.tsx';
import { ShortcutHelp, showShortcutHelp, useShortcuts } from './shortcuts.tsx';

/** The console around a page: bar with search and account, areas and their tabs by permission, the page. */
export function Frame({ children }: { children: ReactNode }) {
  const words = useMessages(frameWords);
  const { pathname } = useLocation();
  const [openAt, setOpenAt] = useState<string | null>(null);
  const isOpen = openAt === pathname;
  useShortcuts();
  return (
    <div className="console">
      <a href="#main" className="sr-only focus:not-sr-only">
        {words.skip}
      </a>
      <header className="console-top">
        <Button
          variant="secondary"
          small
          className="console-menu"
          aria-expanded={isOpen}
          aria-controls="areas"
          onClick={() => setOpenAt(isOpen ? null : pathname)}
        >
          {isOpen ? words.closeMenu : words.menu}
        </Button>
        <Link
          href="/"
          className="hidden font-serif text-lg font-semibold whitespace-nowrap text-ink no-underline sm:block"
        >
          {words.product}
        </Link>
        <SearchBox />
        <Person />
      </header>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions -- Escape closes the menu of a phone */}
      <nav
        id="areas"
        aria-label={words.navigation}
        className="console-side"
        data-open={isOpen || undefined}
        onKeyDown={(event) => {
          if (event.key !== 'Escape' || !isOpen) return;
          setOpenAt(null);
          document.querySelector<HTMLElement>('.console-menu')?.focus();
        }}
      >
        <Areas pathname={pathname} />
      </nav>
      <div className="console-page">
        <AreaTabs pathname={pathname} />
        <main id="main" className="console-main" tabIndex={-1}>
          {children}
        </main>
      </div>
      <ShortcutHelp />
    </div>
  );
}

/** The areas that somebody may see, each with what waits in it; an area leads to the first of its tabs. */
function Areas({ pathname }: { pathname: string }) {
  const words = useMessages(frameWords);
  const may = useMay();
  const waiting = useWaiting(pathname);
  const current = areaOf(pathname);
  return (
    <ul>
      {areaNames.map((area) => {
        const tabs = tabsFor(area, may);
        const [first] = tabs;
        if (first === undefined) return null;
        return (
          <li key={area}>
            <Link href={first} className="console-link" aria-current={area === current ? 'true' : undefined}>
              {words.areas[area]}
              <Count count={waitingOn(tabs, waiting)} />
            </Link>
          </li>
        );
      })}
    </ul>
  );
}

/** The pages of the area that is open. */
function AreaTabs({ pathname }: { pathname: string }) {
  const words = useMessages(frameWords);
  const may = useMay();
  const waiting = useWaiting(pathname);
  const area = areaOf(pathname);
  const tabs = area === null ? [] : tabsFor(area, may);
  if (area === null || tabs.length < 2) return null;
  const current = tabOf(pathname);
  return (
    <nav aria-label={words.tabsOf(words.areas[area])} className="console-tabs">
      <ul>
        {tabs.map((tab) => (
          <li key={tab}>
            <Link href={tab} className="console-tab" aria-current={currentOf(tab, current, pathname)}>
              {words.pages[routeOf(tab)?.title ?? 'today']}
              {tab !== '/' && <Count count={waitingOn([tab], waiting)} />}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}

function currentOf(tab: Path, current: Path | null, pathname: string): 'page' | 'true' | undefined {
  if (tab !== current) return undefined;
  return tab === pathname ? 'page' : 'true';
}

function Count({ count }: { count: number }) {
  const words = useMessages(frameWords);
  if (count === 0) return null;
  return (
    <span className="console-count">
      <span aria-hidden="true">{count > 999 ? '999+' : count}</span>
      <span className="sr-only">{words.waiting(count)}</span>
    </span>
  );
}

/** What waits, by kind; asked for again by whoever goes to another page, never by the clock, which would keep a session awake. */
function useWaiting(pathname: string) {
  const { data, isStale, refetch } = useQuery(boardCounts);
  const again = useEffectEvent(() => {
    if (isStale) void refetch();
  });
  useEffect(() => again(), [pathname]);
  return data?.byKind ?? [];
}

function Person() {
  const words = useMessages(frameWords);
  const { language, setLanguage } = useLanguage();
  const me = useMe();
  const navigate = useNavigate();
  const leave = async () => {
    await signOut();
    void navigate('/');
    void showToast(words.signedOut, 'success');
  };
  return (
    <Menu
      label={
        <>
          <span className="sr-only">{words.account(me.name)}</span>
          <span aria-hidden="true">{me.name}</span>
        </>
      }
      items={[
        { label: words.pages.me, onSelect: () => void navigate('/me') },
        { label: words.shortcuts.open, onSelect: showShortcutHelp },
        { label: words.otherLanguage, onSelect: () => setLanguage(language === 'en' ? 'zh' : 'en') },
        { label: words.signOut, onSelect: () => void leave() },
      ]}
    />
  );
}
