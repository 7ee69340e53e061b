import { useLanguage, useMessages } from '@exam/ui/i18n';
import { Link } from '@exam/ui/parts';
import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useCartCount, useSession } from '../app/session/session.ts';
import { frameWords } from '../messages/frame.ts';
import { MenuForSignedIn } from './signed-in/for-signed-in.tsx';
import { Mark } from './mark.tsx';
import { useUserItems } from './signed-in/user-items.ts';

function BarLink({ href, children }: { href: string; children: ReactNode }) {
  const { pathname } = useLocation();
  const isHere = href.startsWith('/help') ? pathname.startsWith('/help') : pathname === href;
  return (
    <Link className="bar-link" href={href} aria-current={isHere ? 'page' : undefined}>
      {children}
    </Link>
  );
}

function CartLink() {
  const words = useMessages(frameWords);
  const count = useCartCount();
  return (
    <BarLink href="/candidate/shopping-cart">
      {count === 0 ? (
        words.cart
      ) : (
        <>
          <span className="sr-only">{words.cartWith(count)}</span>
          <span aria-hidden="true">{words.cart}</span>
          <span className="count" aria-hidden="true">
            {count > 99 ? '99+' : count}
          </span>
        </>
      )}
    </BarLink>
  );
}

/** The other language, written in itself. */
function LanguageSwitch() {
  const words = useMessages(frameWords);
  const { language, setLanguage } = useLanguage();
  return (
    <button
      type="button"
      lang={words.otherLanguageTag}
      className="button button-secondary button-small whitespace-nowrap"
      onClick={() => setLanguage(language === 'en' ? 'zh' : 'en')}
    >
      {words.otherLanguage}
    </button>
  );
}

/** Everything of the bar that a phone keeps behind "Menu"; it opens without any script. */
function PhoneMenu() {
  const words = useMessages(frameWords);
  const { user } = useSession();
  const { key } = useLocation();
  const details = useRef<HTMLDetailsElement>(null);
  // Whoever opened it before the script was there keeps it open: only another page closes it.
  const shown = useRef(key);
  useEffect(() => {
    if (shown.current === key) return;
    shown.current = key;
    if (details.current !== null) details.current.open = false;
  }, [key]);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || details.current?.open !== true) return;
      details.current.open = false;
      details.current.querySelector('summary')?.focus();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <details ref={details} className="bar-more lg:hidden">
      <summary className="button button-secondary button-small">{words.more}</summary>
      <nav aria-label={words.bar}>
        <BarLink href="/">{words.home}</BarLink>
        <BarLink href="/help/question">{words.help}</BarLink>
        {user === null && <BarLink href="/candidate/my-candidates">{words.myCandidates}</BarLink>}
        {user === null ? (
          <>
            <BarLink href="/auth/register">{words.register}</BarLink>
            <BarLink href="/auth/signin">{words.signIn}</BarLink>
          </>
        ) : (
          <PhoneUserItems phone={user.phoneNumber} />
        )}
      </nav>
    </details>
  );
}

function PhoneUserItems({ phone }: { phone: string }) {
  const words = useMessages(frameWords);
  const items = useUserItems();
  return (
    <>
      <p className="mt-4 text-ink-2 tabular-nums">{words.account(phone)}</p>
      {items.map((item) =>
        'href' in item ? (
          <BarLink key={item.label} href={item.href}>
            {item.label}
          </BarLink>
        ) : (
          <button key={item.label} type="button" onClick={item.onSelect}>
            {item.label}
          </button>
        ),
      )}
    </>
  );
}

/** The function bar (Navigation). */
export function Header() {
  const words = useMessages(frameWords);
  const { user } = useSession();
  return (
    <header className="function-bar no-print relative">
      <div className="page-width flex min-h-16 flex-wrap items-center gap-x-2 gap-y-1 sm:gap-x-3 py-1.5 lg:gap-x-6">
        <Link className="brand mr-auto" href="/" aria-label={words.product}>
          <Mark />
          <span className="max-[24rem]:hidden">{words.product}</span>
        </Link>
        <nav aria-label={words.bar} className="hidden items-center gap-5 lg:flex">
          <BarLink href="/">{words.home}</BarLink>
          <BarLink href="/help/question">{words.help}</BarLink>
          <BarLink href="/candidate/my-candidates">{words.myCandidates}</BarLink>
          <CartLink />
          {user === null && (
            <>
              <BarLink href="/auth/register">{words.register}</BarLink>
              <BarLink href="/auth/signin">{words.signIn}</BarLink>
            </>
          )}
        </nav>
        <span className="lg:hidden">
          <CartLink />
        </span>
        <LanguageSwitch />
        <PhoneMenu />
        {user !== null && (
          <span className="hidden lg:block">
            <MenuForSignedIn />
          </span>
        )}
      </div>
    </header>
  );
}
