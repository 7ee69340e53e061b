import { line } from './line.ts';
import { BrowserRouter, setActiveLanguage } from '@exam/ui/app';
import type { Language } from '@exam/ui/i18n';
import { setImmediate as nextTurn, setTimeout as pause } from 'node:timers/promises';
import { format } from 'node:util';
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, vi } from 'vitest';
import { App, prepare } from '../app/app.tsx';
import { queryClient } from '../app/api.ts';
import type { Path } from '../paths.ts';
import { type Answers, StubDesk } from './desk.ts';

/** What is in an address for a part that names one thing. */
const parts: Readonly<Record<string, string>> = {
  ':id': '0b6f0a52-6a2e-4c1a-9c55-2f5a3d1e7a10',
  ':number': 'rt1001',
  ':kind': 'product',
  ':language': 'en',
  ':channel': 'wechat',
  ':day': '2026-12-01',
};

/** The simulated document knows no element `search`; and a module that comes while a page is drawn is no fault of the page. */
const ignored = ['<search>', 'called use() to suspend', 'not wrapped in act'];

let root: Root | null = null;

/**
 * A desk for each test, and nobody at it before and after. A complaint of React fails the test: two rows of one key, an element where
 * it is not allowed, something thrown.
 */
export function useDesk(): () => StubDesk {
  let desk: StubDesk;
  let complaints: string[];
  beforeEach(() => {
    desk = new StubDesk();
    complaints = [];
    line.fetch = desk.fetch;
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
  return () => desk;
}

/** Opens a page of the console as who holds every right. @returns its main part, once everything is answered */
export async function open(desk: StubDesk, path: Path, language: Language, answers: Answers): Promise<HTMLElement> {
  await close();
  desk.answers = answers;
  const address = path.replaceAll(/:\w+/g, (each) => parts[each] ?? each);
  window.history.pushState(null, '', path === '/invitation' ? `${address}#a-token-of-a-link` : address);
  setActiveLanguage(language);
  await prepare(address, language);
  root = createRoot(document.body.appendChild(document.createElement('div')));
  await act(async () => {
    root?.render(<App language={language}>{(page) => <BrowserRouter>{page}</BrowserRouter>}</App>);
  });
  await answered(desk);
  return document.querySelector('main') ?? document.body;
}

/** Leaves the page, which forgets all it knew. */
async function close(): Promise<void> {
  await act(async () => root?.unmount());
  root = null;
  document.body.replaceChildren();
  queryClient.clear();
}

/** Lets everything be answered that was asked for; what is never answered is not waited for. */
export async function answered({ answers }: StubDesk): Promise<void> {
  const isWaiting = () => {
    if (answers === 'never') return false;
    const isAsking = queryClient.isFetching() > 0 || queryClient.isMutating() > 0;
    return isAsking || document.querySelector('[aria-busy="true"]') !== null;
  };
  for (let quiet = 0, turn = 0; quiet < 4 && turn < 500; turn++) {
    // What is not waited for may follow from what has just come, and costs no time.
    await act(async () => (quiet === 0 ? await pause(1) : await nextTurn()));
    quiet = isWaiting() ? 0 : quiet + 1;
  }
}

/** The buttons that can be pressed. */
export function buttonsIn(place: ParentNode): HTMLButtonElement[] {
  return [...place.querySelectorAll<HTMLButtonElement>('button:not(:disabled)')];
}

export async function press(desk: StubDesk, button: HTMLElement): Promise<void> {
  await act(async () => button.click());
  await answered(desk);
}

/** By the kind of a field. */
const given: Readonly<Record<string, string>> = {
  date: '2026-12-28',
  'datetime-local': '2026-12-28T09:30',
  time: '09:30',
  month: '2026-12',
  number: '5',
  email: 'somebody@example.cn',
  url: 'https://example.cn/',
  password: 'horse#staple9',
  decimal: '450.00',
  numeric: '5',
};

function textFor({ type, inputMode, autocomplete, maxLength }: HTMLInputElement): string {
  if (autocomplete === 'one-time-code') return '123456';
  return given[type] ?? given[inputMode] ?? 'Hall-A'.slice(0, maxLength > 0 ? maxLength : undefined);
}

/** Fills every field with what its kind takes, twice: some are there only once another is filled. */
export async function fill(desk: StubDesk, place: ParentNode): Promise<void> {
  for (let round = 0; round < 2; round++) {
    for (const field of place.querySelectorAll<HTMLElement>('input, textarea, select')) {
      await act(async () => fillField(field));
    }
    await answered(desk);
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
