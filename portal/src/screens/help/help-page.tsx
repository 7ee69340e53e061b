import { useMessages } from '@exam/ui/i18n';
import { Link } from '@exam/ui/parts';
import { useEffect, useRef, type ReactNode } from 'react';
import { useLocation } from 'react-router';
import { useRouteTitle } from '../../app/title.ts';
import { helpWords } from '../../messages/help.ts';

/** The frame of every help page: the menu of the centre at the side (on a phone: a row above), heading, opening sentence. */
export function HelpPage({ lead, children }: { lead: string; children: ReactNode }) {
  const words = useMessages(helpWords);
  const { pathname } = useLocation();
  const { links } = words;
  const menu = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone the menu is wider than the page: the place one is at is brought into view.
    const here = menu.current?.querySelector<HTMLElement>('[aria-current]');
    if (menu.current !== null && here) menu.current.scrollLeft = here.offsetLeft - 24;
  }, [pathname]);
  const pages = [
    { href: '/help/question', label: links.questions },
    { href: '/help/group-application', label: links.group },
    { href: '/help/contact-us', label: links.contact },
    { href: '/help/protection', label: links.protection },
    { href: '/help/childProtection', label: links.children },
    { href: '/help/privacy', label: links.privacy },
    { href: '/help/privacyCookie', label: links.cookies },
  ];
  return (
    <div className="page-width grid grid-cols-[minmax(0,1fr)] gap-x-10 lg:grid-cols-[13rem_minmax(0,1fr)]">
      <nav
        ref={menu}
        className="side-menu no-print relative -mx-4 border-b border-line px-2 lg:mx-0 lg:border-0 lg:px-0 lg:pt-8"
        aria-label={words.pages}
      >
        <p className="mb-2 hidden px-3 text-ink-2 lg:block">{words.centre}</p>
        <ul>
          {pages.map((page) => (
            <li key={page.href}>
              <Link href={page.href} aria-current={pathname === page.href ? 'page' : undefined}>
                {page.label}
              </Link>
            </li>
          ))}
        </ul>
      </nav>
      <div className="help-text min-w-0 pt-8 pb-4">
        <HelpHeading lead={lead} />
        {children}
      </div>
    </div>
  );
}

function HelpHeading({ lead }: { lead: string }) {
  const title = useRouteTitle();
  return (
    <>
      <h1 className="text-3xl">{title}</h1>
      <p className="mt-3 max-w-[46rem] text-lg text-ink-2">{lead}</p>
    </>
  );
}

/** A part of a page with an address of its own. */
export function HelpSection({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section id={id} className="mt-10 max-w-[46rem]" aria-labelledby={`${id}-title`}>
      <h2 id={`${id}-title`} className="text-2xl">
        {title}
      </h2>
      <div className="mt-3 grid grid-cols-[minmax(0,1fr)] gap-3">{children}</div>
    </section>
  );
}
