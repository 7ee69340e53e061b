import { createContext, use, type ComponentProps, type MouseEvent, type ReactNode } from 'react';

type Navigation = { navigate: (href: string) => void; prefetch?: (href: string) => void };

const NavigationContext = createContext<Navigation | null>(null);

/** Gives every `Link` below the app's own way of changing the page; without it links are ordinary links. */
export function NavigationProvider(props: { navigation: Navigation; children: ReactNode }) {
  return <NavigationContext value={props.navigation}>{props.children}</NavigationContext>;
}

function staysInApp(event: MouseEvent<HTMLAnchorElement>, href: string): boolean {
  const plain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
  const target = event.currentTarget.target;
  const here = href.startsWith('/') && !href.startsWith('//') && !href.startsWith('/api/');
  return plain && here && (target === '' || target === '_self') && !event.currentTarget.hasAttribute('download');
}

export type LinkProps = Omit<ComponentProps<'a'>, 'href'> & { href: string };

/** A link. Paths of the app change the page without a reload; modified clicks, downloads and other sites are left to the browser. */
export function Link({ href, onClick, onPointerEnter, children, ...rest }: LinkProps) {
  const navigation = use(NavigationContext);
  return (
    <a
      {...rest}
      href={href}
      onPointerEnter={(event) => {
        onPointerEnter?.(event);
        navigation?.prefetch?.(href);
      }}
      onClick={(event) => {
        onClick?.(event);
        if (navigation === null || event.defaultPrevented || !staysInApp(event, href)) return;
        event.preventDefault();
        navigation.navigate(href);
      }}
    >
      {children}
    </a>
  );
}
