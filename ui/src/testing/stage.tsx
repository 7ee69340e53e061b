import { line } from './line.ts';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { format } from 'node:util';
import { act, type ComponentType, type ReactNode } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { BrowserRouter } from '../app/browser-router.tsx';
import { setActiveLanguage } from '../app/language.ts';
import type { Language } from '../i18n/index.ts';
import type { StubServer } from './server.ts';

/** What a site brings: its root, what it fetches before a page can be shown, and what remembers the answers. */
export type Site = {
  App: ComponentType<{ language: Language; children: (page: ReactNode) => ReactNode }>;
  prepare: (pathname: string, language: Language) => Promise<void>;
  remembered: { isFetching: () => number; isMutating: () => number; clear: () => void };
  /** Whether a page keeps its place when the browser goes back. */
  isPlaceKept?: () => boolean;
};

/** Whoever answers a page. */
type Answering = Pick<StubServer<string>, 'answers'>;

/** The simulated document knows no element `search`; and a module that comes while a page is drawn is no fault of the page. */
const ignored = ['<search>', 'called use() to suspend', 'not wrapped in act'];

let root: Root | null = null;
let site: Site | null = null;

/**
 * A server for each test, and nobody at the site before and after. A complaint of React fails the test: two rows of one key, an element
 * where it is not allowed, something thrown.
 */
export function useStub<Server extends { fetch: typeof fetch }>(create: () => Server): () => Server {
  let server: Server;
  let complaints: string[];
  beforeEach(() => {
    server = create();
    complaints = [];
    line.fetch = server.fetch;
    window.scrollTo = () => undefined;
    vi.spyOn(console, 'error').mockImplementation((...all: unknown[]) => {
      const told = format(...all);
      if (!ignored.some((each) => told.includes(each))) complaints.push(told.slice(0, 500));
    });
  });
  afterEach(async () => {
    await close();
    vi.restoreAllMocks();
    expect(complaints).toEqual([]);
  });
  return () => server;
}

/** Opens an address of a site, or a part of it alone. @returns its main part, once everything is answered. */
export async function openAddress(
  given: Site,
  server: Answering,
  { address, language, part }: { address: string; language: Language; part?: ReactNode },
): Promise<HTMLElement> {
  await close();
  site = given;
  window.history.pushState(null, '', address);
  setActiveLanguage(language);
  await site.prepare(window.location.pathname, language);
  root = createRoot(document.body.appendChild(document.createElement('div')));
  const { App, isPlaceKept } = given;
  await act(async () => {
    root?.render(
      <App language={language}>
        {(page) => <BrowserRouter {...(isPlaceKept && { isPlaceKept })}>{part ?? page}</BrowserRouter>}
      </App>,
    );
  });
  await answered(server);
  return document.querySelector('main') ?? document.body;
}

/** Leaves the page, which forgets all it knew. */
async function close(): Promise<void> {
  await act(async () => root?.unmount());
  root = null;
  document.body.replaceChildren();
  site?.remembered.clear();
}

/** Each takes a millisecond at least. A page's module may be read from a disk that others use too. */
const mostTurns = 5000;

/** As many for a page with nothing on it: its words are on the way, or it has nothing to say. */
const mostEmptyTurns = 300;

/** Lets everything be answered that was asked for; what is never answered is not waited for. */
export async function answered({ answers }: Answering): Promise<void> {
  const isWaiting = (turn: number) => {
    if (answers === 'never' || site === null) return false;
    if (document.body.querySelector('div > *') === null && turn < mostEmptyTurns) return true;
    const isAsking = site.remembered.isFetching() > 0 || site.remembered.isMutating() > 0;
    return isAsking || document.querySelector('[aria-busy="true"]') !== null;
  };
  for (let quiet = 0, turn = 0; quiet < 4 && turn < mostTurns; turn++) {
    // What is not waited for may follow from what has just come, and costs no time.
    await act(async () => (quiet === 0 ? await pause(1) : await nextTurn()));
    quiet = isWaiting(turn) ? 0 : quiet + 1;
  }
}

/** The buttons that can be pressed. */
export function buttonsIn(place: ParentNode): HTMLButtonElement[] {
  return [...place.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')];
}

/** The button, link or label of this name; undefined where there is none. */
export function named(place: ParentNode, name: string): HTMLElement | undefined {
  const found = place.querySelectorAll<HTMLElement>('button:not(:disabled), a, label');
  return [...found].find((each) => each.textContent === name || each.getAttribute('aria-label') === name);
}

/** What a list of details says under a term; undefined where it does not have the term. */
export function detailOf(place: ParentNode, term: string): string | undefined {
  const found = [...place.querySelectorAll('dt')].find(({ textContent }) => textContent === term);
  return found?.nextElementSibling?.textContent;
}

/** Presses what has this name. @throws Error where nothing has. */
export async function pressNamed(server: Answering, place: ParentNode, name: string): Promise<void> {
  const found = named(place, name);
  if (!found) throw new Error(`Nothing is called "${name}".`);
  await press(server, found);
}

export async function press(server: Answering, button: HTMLElement): Promise<void> {
  await act(async () => button.click());
  await answered(server);
}

/** Writes into a field. */
export async function write(server: Answering, field: HTMLElement, text: string): Promise<void> {
  await act(async () => put(field, text));
  await answered(server);
}

/** By what a field reads, or by its kind. */
const given: Readonly<Record<string, string>> = {
  day: '2026-12-28',
  time: '09:30',
  month: '2026-12',
  number: '5',
  email: 'somebody@example.cn',
  url: 'https://example.cn/',
  password: 'horse#staple9',
  decimal: '450.00',
  numeric: '5',
};

function textFor({ type, inputMode, autocomplete, maxLength, dataset }: HTMLInputElement): string {
  if (autocomplete === 'one-time-code') return '123456';
  return (
    given[dataset['reads'] ?? type] ?? given[inputMode] ?? 'Hall-A'.slice(0, maxLength > 0 ? maxLength : undefined)
  );
}

/** Fills every field with what its kind takes, twice: some are there only once another is filled. */
export async function fill(server: Answering, place: ParentNode): Promise<void> {
  for (let round = 0; round < 2; round++) {
    for (const field of place.querySelectorAll<HTMLElement>('input, textarea, select')) {
      await act(async () => fillField(field));
    }
    await answered(server);
  }
}

function fillField(field: HTMLElement): void {
  if (field instanceof HTMLInputElement && field.type === 'file') attach(field);
  else if (field instanceof HTMLInputElement && ['checkbox', 'radio'].includes(field.type)) {
    if (!field.checked) field.click();
  } else if (field instanceof HTMLSelectElement)
    put(field, [...field.options].findLast(({ value }) => value !== '')?.value ?? '');
  else if (field instanceof HTMLTextAreaElement)
    put(
      field,
      field.rows > 10 ? `${new Date().getFullYear()}-01-01, 放假, 元旦, New Year` : 'It was agreed by telephone.',
    );
  else if (field instanceof HTMLInputElement) put(field, textFor(field));
}

/** React hears of a value only when it is set as the browser sets it. */
function put(field: HTMLElement, value: string): void {
  Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value')?.set?.call(field, value);
  field.dispatchEvent(new Event(field instanceof HTMLSelectElement ? 'change' : 'input', { bubbles: true }));
}

function attach(field: HTMLInputElement): void {
  const file = new File(['%PDF-1.7'], 'scan.pdf', { type: 'application/pdf' });
  Object.defineProperty(field, 'files', { configurable: true, value: [file] });
  field.dispatchEvent(new Event('change', { bubbles: true }));
}
