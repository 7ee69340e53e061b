import { useLanguage, useMessages } from '@exam/ui/i18n';
import { Button, Link, Menu, showToast } from '@exam/ui/parts';
import { useState, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { signOut, useMay, useMe } from '../app/session.ts';
import { frameWords } from '../messages/frame.ts';
import { navigation, type NavigationEntry } from '../routes.tsx';
import { ShortcutHelp, showShortcutHelp, useShortcuts } from './shortcuts.tsx';

/** The console around a page: bar with search and account, areas by permission, the page. */
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
        <span className="flex-1" />
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
      <main id="main" className="console-main" tabIndex={-1}>
        {children}
      </main>
      <ShortcutHelp />
    </div>
  );
}

function Areas({ pathname }: { pathname: string }) {
  const words = useMessages(frameWords);
  const may = useMay();
  return navigation.map(({ group, entries }) => {
    const shown = entries.filter(({ permission }) => permission === undefined || may(permission));
    if (shown.length === 0) return null;
    return (
      <div key={group} role="group" aria-labelledby={`areas-${group}`}>
        <h2 id={`areas-${group}`} className="console-group font-sans">
          {words.groups[group]}
        </h2>
        <ul>
          {shown.map((entry) => (
            <li key={entry.path}>
              <Link href={entry.path} className="console-link" aria-current={currentOf(entry, pathname)}>
                {words.pages[entry.title]}
              </Link>
            </li>
          ))}
        </ul>
      </div>
    );
  });
}

function currentOf({ path }: NavigationEntry, pathname: string): 'page' | 'true' | undefined {
  if (pathname === path) return 'page';
  return path !== '/' && pathname.startsWith(`${path}/`) ? 'true' : undefined;
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
