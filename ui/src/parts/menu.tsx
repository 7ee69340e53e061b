import { useEffect, useEffectEvent, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react';
import { Link } from './link.tsx';

export type MenuItem = { label: string; href: string } | { label: string; onSelect: () => void };

function itemsIn(list: HTMLElement | null): HTMLElement[] {
  return list === null ? [] : [...list.querySelectorAll<HTMLElement>('[role=menuitem]')];
}

function wanted(event: KeyboardEvent, items: readonly HTMLElement[]): HTMLElement | undefined {
  const at = items.findIndex((item) => item === document.activeElement);
  switch (event.key) {
    case 'ArrowDown':
      return items[(at + 1) % items.length];
    case 'ArrowUp':
      return items.at(at <= 0 ? -1 : at - 1);
    case 'Home':
      return items[0];
    case 'End':
      return items.at(-1);
    default:
      return event.key.length === 1
        ? [...items.slice(at + 1), ...items].find((item) =>
            item.textContent?.trim().toLowerCase().startsWith(event.key.toLowerCase()),
          )
        : undefined;
  }
}

function useOutsidePress(active: boolean, inside: React.RefObject<HTMLElement | null>, act: () => void): void {
  const outside = useEffectEvent((event: Event) => {
    if (event.target instanceof Node && inside.current?.contains(event.target) === false) act();
  });
  useEffect(() => {
    if (!active) return undefined;
    const listen = (event: Event) => outside(event);
    document.addEventListener('pointerdown', listen);
    return () => document.removeEventListener('pointerdown', listen);
  }, [active]);
}

/**
 * A button with a list of places and acts. Enter, Space and arrows open it; arrows, Home, End and first letters move;
 * Escape closes it and gives the focus back; Tab closes it and goes on.
 */
export function Menu(props: { label: ReactNode; items: readonly MenuItem[]; className?: string }) {
  const [open, setOpen] = useState(false);
  const [from, setFrom] = useState<'first' | 'last'>('first');
  const root = useRef<HTMLDivElement>(null);
  const button = useRef<HTMLButtonElement>(null);
  const list = useRef<HTMLDivElement>(null);
  const id = useId();
  useOutsidePress(open, root, () => setOpen(false));
  useEffect(() => {
    if (open)
      itemsIn(list.current)
        .at(from === 'first' ? 0 : -1)
        ?.focus();
  }, [open, from]);
  const close = () => {
    setOpen(false);
    button.current?.focus();
  };
  const show = (where: 'first' | 'last') => {
    setFrom(where);
    setOpen(true);
  };
  const onListKey = (event: KeyboardEvent) => {
    if (event.key === 'Tab') return setOpen(false);
    if (event.key === 'Escape') return close();
    const target = wanted(event, itemsIn(list.current));
    if (target === undefined) return undefined;
    event.preventDefault();
    return target.focus();
  };
  return (
    <div ref={root} className="relative">
      <button
        ref={button}
        type="button"
        className={props.className ?? 'button button-secondary button-small'}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => (open ? setOpen(false) : show('first'))}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
          event.preventDefault();
          show(event.key === 'ArrowDown' ? 'first' : 'last');
        }}
      >
        {props.label}
        <span aria-hidden="true">▾</span>
      </button>
      {open && (
        <div ref={list} id={id} role="menu" tabIndex={-1} className="menu" onKeyDown={onListKey}>
          {props.items.map((item) => (
            <Item key={item.label} item={item} onDone={close} />
          ))}
        </div>
      )}
    </div>
  );
}

function Item({ item, onDone }: { item: MenuItem; onDone: () => void }) {
  if ('href' in item) {
    return (
      <Link role="menuitem" tabIndex={-1} href={item.href} onClick={onDone}>
        {item.label}
      </Link>
    );
  }
  return (
    <button
      type="button"
      role="menuitem"
      tabIndex={-1}
      onClick={() => {
        onDone();
        item.onSelect();
      }}
    >
      {item.label}
    </button>
  );
}
