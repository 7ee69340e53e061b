import { readFileSync } from 'node:fs';
import { axeFindings, foreignWords, kindsShown, squeezed, stickingOut, textsShown } from './findings.ts';
import { followInConsole, goToConsole, staffWords } from './staff.ts';
import { desktop, phone, settled, type Visitor } from './visitors.ts';

const table = readFileSync(new URL('../../console/src/paths.ts', import.meta.url), 'utf8');

/** Every address of the console as its table of paths has them; `:id` stands for one of a list. */
export const consolePaths: readonly string[] = [...table.matchAll(/'(\/[^']*)'/g)].flatMap(([, path]) => path ?? []);

export type Crawl = {
  /** What is wrong, by address and size of window. */
  found: Record<string, string[]>;
  /** The addresses of the table that were shown. */
  seen: string[];
};

const sizes = { desktop, phone };
type Size = keyof typeof sizes;

type Look = {
  /** The last is the size that the window keeps. */
  order: readonly Size[];
  isReadByAxe: boolean;
};

/**
 * Looks at the page that is open on a desktop and on a phone: what axe finds, words that are not Chinese on a Chinese page, what
 * sticks out of the window. For whatever a journey has on the screen.
 */
export async function wrongsOfConsole(
  visitor: Visitor,
  { order, isReadByAxe }: Look = { order: ['phone', 'desktop'], isReadByAxe: true },
): Promise<string[]> {
  const { page, language } = visitor;
  const found: string[] = [];
  for (const size of order) {
    await page.setViewportSize(sizes[size]);
    await settled(visitor);
    const here = isReadByAxe ? await axeFindings(page) : [];
    if (language === 'zh') here.push(...(await foreignWords(page)).map((word) => `not Chinese: ${word}`));
    here.push(...(await stickingOut(page)).map((part) => `sticks out: ${part}`));
    here.push(...(await squeezed(page)).map((text) => `squeezed: ${text}`));
    found.push(...here.map((each) => `${size}: ${each}`));
  }
  return found;
}

/** Begins with the size that the window has: turning a window takes as long as all that is looked at. */
function orderFrom(page: Visitor['page']): readonly Size[] {
  return page.viewportSize()?.width === phone.width ? ['phone', 'desktop'] : ['desktop', 'phone'];
}

/** What was looked at in this file: kinds of element and texts, by language and address. */
const looked = new Map<string, Set<string>>();

/** Notes what a page shows. @returns whether any of it was not there when somebody looked at this address before. */
function isNews(at: string, shown: readonly string[]): boolean {
  const known = looked.get(at) ?? new Set();
  const hasNews = shown.some((each) => !known.has(each));
  looked.set(at, new Set([...known, ...shown]));
  return hasNews;
}

/**
 * Walks through every address of the console that the signed-in person may see. A page of one object is found as a person finds it,
 * by the first link of the list above it, and a page below that by a link of its own; where the list is empty the page is not seen. New
 * addresses of the table are walked too.
 *
 * What one role sees, another has mostly shown already. A page on which every kind of element and every text stood when somebody looked at it
 * is not looked at again; where only a text is new, its words and widths are; where a kind of element is new, axe reads it too.
 * @param paths only these of the table
 */
export async function crawlConsole(visitor: Visitor, paths = consolePaths): Promise<Crawl> {
  const { page, language } = visitor;
  const found: Crawl['found'] = {};
  const look = async (path: string) => {
    const hasNewKinds = isNews(`kinds ${language} ${path}`, await kindsShown(page));
    const { inMain, around } = await textsShown(page);
    const hasNewTexts = [isNews(`texts ${language} ${path}`, inMain), isNews(`texts ${language}`, around)].includes(
      true,
    );
    if (!hasNewKinds && !hasNewTexts) return;
    const wrongs = await wrongsOfConsole(visitor, { order: orderFrom(page), isReadByAxe: hasNewKinds });
    if (wrongs.length > 0) found[path] = wrongs;
  };
  return { found, seen: await walkConsole(visitor, look, paths) };
}

/** The addresses of the table that somebody of this file has opened as addresses; from then on a page leads there, as by a link. */
const opened = new Set<string>();

/** The same way through the console, with another look at each page. @returns the addresses of the table that were shown. */
export async function walkConsole(
  visitor: Visitor,
  look: (path: string) => Promise<void>,
  paths = consolePaths,
): Promise<string[]> {
  const seen: string[] = [];
  const links = new Map<string, string[]>();
  const show = async (path: string, address: string): Promise<boolean> => {
    if (opened.has(path)) await followInConsole(visitor, address);
    else await goToConsole(visitor, address);
    const isAllowed = !(await isNotAllowed(visitor));
    if (isAllowed) {
      opened.add(path);
      await settled(visitor);
    }
    links.set(address, isAllowed ? await linksOn(visitor) : []);
    return isAllowed;
  };
  const linksAt = async (path: string, address: string): Promise<string[]> => {
    if (!links.has(address)) await show(path, address);
    return links.get(address) ?? [];
  };
  for (const path of paths.filter((each) => each !== '/invitation')) {
    const address = await addressFor(path, linksAt);
    if (address === null || !(await show(path, address))) continue;
    seen.push(path);
    await look(path);
  }
  return seen;
}

async function isNotAllowed({ page, language }: Visitor): Promise<boolean> {
  return await page.getByRole('heading', { level: 1, name: staffWords[language].notAllowed }).isVisible();
}

async function linksOn({ page }: Visitor): Promise<string[]> {
  return await page.evaluate<string[]>(`[...document.querySelectorAll('main a[href]')]
    .filter((link) => link.checkVisibility()).map((link) => link.getAttribute('href'))`);
}

/** @param linksAt what leads on from an address */
async function addressFor(
  path: string,
  linksAt: (path: string, address: string) => Promise<string[]>,
): Promise<string | null> {
  const at = path.indexOf('/:');
  if (at < 0) return path;
  const object = path.slice(0, path.lastIndexOf('/'));
  const isBelow = object.includes('/:') && consolePaths.includes(object);
  const list = path.slice(0, at);
  const above = isBelow ? await addressFor(object, linksAt) : consolePaths.includes(list) ? list : null;
  if (above === null) return null;
  const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, '[^/?]+')}$`);
  return (await linksAt(isBelow ? object : list, above)).find((link) => pattern.test(link)) ?? null;
}
