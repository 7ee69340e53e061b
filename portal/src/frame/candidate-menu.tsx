import { useMessages } from '@exam/ui/i18n';
import { Link } from '@exam/ui/parts';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';
import { useCartCount } from '../app/session/session.ts';
import { frameWords } from '../messages/frame.ts';

/** The menu of the candidate centre: at the side of its pages, on a phone a row above them. */
export function CandidateMenu() {
  const words = useMessages(frameWords).candidateMenu;
  const { pathname } = useLocation();
  const count = useCartCount();
  const menu = useRef<HTMLElement>(null);
  useEffect(() => {
    // On a phone the menu is wider than the page: the place one is at is brought into view.
    const here = menu.current?.querySelector<HTMLElement>('[aria-current]');
    if (menu.current !== null && here) menu.current.scrollLeft = here.offsetLeft - 24;
  }, [pathname]);
  const places = [
    { href: '/exam-all', label: words.registration },
    { href: '/candidate/booking', label: words.booking },
    { href: '/candidate/application', label: words.exam },
    { href: '/candidate/order', label: words.orders },
    { href: '/candidate/posttestservice', label: words.postTest },
    { href: '/candidate/shopping-cart', label: words.cart, count },
    { href: '/candidate/my-candidates', label: words.candidates },
    { href: '/candidate/account', label: words.account },
  ];
  return (
    <nav
      ref={menu}
      className="relative side-menu no-print -mx-4 border-b border-line px-2 lg:mx-0 lg:border-0 lg:px-0 lg:pt-8"
      aria-label={words.label}
    >
      <ul>
        {places.map((place) => (
          <li key={place.href}>
            <Link href={place.href} aria-current={pathname.startsWith(place.href) ? 'page' : undefined}>
              {place.label}
              {place.count !== undefined && place.count > 0 && <span className="count">{place.count}</span>}
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
