import { useMessages } from '@exam/ui/i18n';
import { CheckboxField } from '@exam/ui/form';
import { Dialog } from '@exam/ui/parts';
import { useEffect, useEffectEvent, useRef, useSyncExternalStore } from 'react';
import { useNavigate } from 'react-router';
import { frameWords } from '../messages/frame.ts';
import { goToSearch } from './search-box.tsx';

const storageKey = 'console-shortcuts';

type State = { isShown: boolean; isOn: boolean };

let state: State = { isShown: false, isOn: localStorage.getItem(storageKey) !== 'off' };
const listeners = new Set<() => void>();

function change(next: Partial<State>): void {
  state = { ...state, ...next };
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** Shows the list of shortcuts. */
export function showShortcutHelp(): void {
  change({ isShown: true });
}

const places: Readonly<Record<string, string>> = {
  t: '/',
  b: '/bookings',
  c: '/cancellations',
  r: '/refunds',
  a: '/approvals',
};

/** Whether somebody is typing, or answering a dialog: then a key is a letter. */
function isTyping(target: EventTarget | null): boolean {
  if (document.querySelector('dialog[open]') !== null) return true;
  return target instanceof HTMLElement && target.closest('input, textarea, select, [role=menu]') !== null;
}

/** Ctrl-K, which leads to the search from anywhere, and the single-key shortcuts; those are off for whoever switched them off (WCAG 2.1.4). */
export function useShortcuts(): void {
  const navigate = useNavigate();
  const before = useRef<string | null>(null);
  const press = useEffectEvent((event: KeyboardEvent) => {
    if (isForSearch(event)) {
      event.preventDefault();
      goToSearch();
      return;
    }
    if (!state.isOn || event.ctrlKey || event.metaKey || event.altKey || isTyping(event.target)) return;
    const isSecond = before.current === 'g';
    before.current = event.key;
    const place = isSecond ? places[event.key] : undefined;
    if (place !== undefined) void navigate(place);
    else if (!act(event.key)) return;
    event.preventDefault();
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => press(event);
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, []);
}

function isForSearch({ ctrlKey, metaKey, altKey, shiftKey, key }: KeyboardEvent): boolean {
  const isChord = (ctrlKey || metaKey) && !altKey && !shiftKey && key.toLowerCase() === 'k';
  return isChord && document.querySelector('dialog[open]') === null;
}

function act(key: string): boolean {
  switch (key) {
    case '?':
      showShortcutHelp();
      return true;
    case '/':
      focusOr(document.querySelector<HTMLElement>('main input[type=search]'), goToSearch);
      return true;
    case 'j':
      pressOr(document.querySelector<HTMLElement>('.page-after'), () => walk(1));
      return true;
    case 'k':
      pressOr(document.querySelector<HTMLElement>('.page-before'), () => walk(-1));
      return true;
    default:
      return false;
  }
}

function focusOr(element: HTMLElement | null, otherwise: () => void): void {
  if (element === null) otherwise();
  else element.focus();
}

function pressOr(element: HTMLElement | null, otherwise: () => void): void {
  if (element === null) otherwise();
  else element.click();
}

function walk(step: number): void {
  const links = [...document.querySelectorAll<HTMLElement>('.list-link')];
  const at = links.findIndex((link) => link === document.activeElement);
  const next = at < 0 ? (step > 0 ? 0 : links.length - 1) : at + step;
  links.at(Math.max(0, Math.min(next, links.length - 1)))?.focus();
}

/** The list of shortcuts, and the switch that turns them off. */
export function ShortcutHelp() {
  const words = useMessages(frameWords).shortcuts;
  const { isShown, isOn } = useSyncExternalStore(subscribe, () => state);
  if (!isShown) return null;
  const toggle = (isWanted: boolean) => {
    localStorage.setItem(storageKey, isWanted ? 'on' : 'off');
    change({ isOn: isWanted });
  };
  return (
    <Dialog open title={words.title} onClose={() => change({ isShown: false })}>
      <table className="list-table">
        <caption className="sr-only">{words.title}</caption>
        <thead>
          <tr>
            <th scope="col">{words.key}</th>
            <th scope="col">{words.act}</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(words.keys).map(([key, meaning]) => (
            <tr key={key}>
              <td data-label={words.key}>
                <kbd>{key}</kbd>
              </td>
              <td data-label={words.act}>{meaning}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <CheckboxField label={words.isOn} checked={isOn} onChange={(event) => toggle(event.target.checked)} />
    </Dialog>
  );
}
