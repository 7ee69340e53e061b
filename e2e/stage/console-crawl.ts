import { readFileSync } from 'node:fs';
import { axeFindings, foreignWords, squeezed, stickingOut } from './findings.ts';
import { placeOf } from './places.ts';
import { staffWords } from './staff.ts';
import { desktop, follow, phone, settled, type Visitor } from './visitors.ts';

const table = readFileSync(new URL('../../console/src/paths.ts', import.meta.url), 'utf8');

/** Every address of the console as its table of paths has them; `:id` stands for one of a list. */
export const consolePaths: readonly string[] = [...table.matchAll(/'(\/[^']*)'/g)].flatMap(([, path]) => path ?? []);

export type Crawl = {
  /** What is wrong, by address and size of window. */
  found: Record<string, string[]>;
  /** The addresses of the table that were shown. */
  seen: string[];
};

const sizes = { phone, desktop };
const sizeNames = ['phone', 'desktop'] as const;

/** How high the head of a page may be, in pixels: a title of two lines and two rows of buttons on a desk, twice as much on a phone. */
const highestHead = { phone: 340, desktop: 170 };

/** What is wrong with the head of the page that is open, on a phone and on a desktop: how high it is, and the words that it breaks. */
export async function wrongsOfHead(visitor: Visitor): Promise<string[]> {
  const { page } = visitor;
  const found: string[] = [];
  for (const size of sizeNames) {
    await page.setViewportSize(sizes[size]);
    await settled(visitor);
    found.push(...(await wrongsOfHeadAt(page, size)).map((each) => `${size}: ${each}`));
  }
  return found;
}

async function wrongsOfHeadAt(page: Visitor['page'], size: keyof typeof sizes): Promise<string[]> {
  const { height, broken } = await page.evaluate<{ height: number; broken: string[] }>(headMeasured);
  const isHigh = height > highestHead[size];
  return [...(isHigh ? [`a head of ${height} px`] : []), ...broken.map((word) => `its head breaks “${word}”`)];
}

const headMeasured = `(() => {
  const head = document.querySelector('.page-head');
  if (!head) return { height: 0, broken: [] };
  const walker = document.createTreeWalker(head, NodeFilter.SHOW_TEXT);
  const broken = [];
  for (let node = walker.nextNode(); node; node = walker.nextNode()) {
    for (const { 0: word, index } of node.nodeValue.matchAll(/[A-Za-z]{2,}/g)) {
      const range = document.createRange();
      range.setStart(node, index);
      range.setEnd(node, index + word.length);
      if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) broken.push(word);
    }
  }
  return { height: Math.round(head.getBoundingClientRect().height), broken };
})()`;

/**
 * Looks at the page that is open on a phone and on a desktop, which the window stays: what axe finds, words that are not Chinese on a Chinese
 * page, what sticks out of the window, what is wrong with the head. For whatever a journey has on the screen.
 */
export async function wrongsOfConsole(visitor: Visitor): Promise<string[]> {
  const { page, language } = visitor;
  const found: string[] = [];
  for (const size of sizeNames) {
    await page.setViewportSize(sizes[size]);
    await settled(visitor);
    const here = await axeFindings(page);
    if (language === 'zh') here.push(...(await foreignWords(page)).map((word) => `not Chinese: ${word}`));
    here.push(...(await stickingOut(page)).map((part) => `sticks out: ${part}`));
    here.push(...(await squeezed(page)).map((text) => `squeezed: ${text}`));
    here.push(...(await wrongsOfHeadAt(page, size)));
    found.push(...here.map((each) => `${size}: ${each}`));
  }
  return found;
}

/**
 * Walks through addresses of the console as its links lead, and looks at each that the signed-in person may see. A page of one object is found
 * as a person finds it, by the first link of the list above it, and a page below that by a link of its own; where the list is empty the page is
 * not seen.
 * @param paths of the table, which new addresses come into by themselves
 * @param look what is looked at on each
 */
export async function crawlConsole(
  visitor: Visitor,
  paths: readonly string[],
  look: (visitor: Visitor) => Promise<string[]> = wrongsOfConsole,
): Promise<Crawl> {
  const crawl: Crawl = { found: {}, seen: [] };
  const links = new Map<string, string[]>();
  const show = async (address: string): Promise<boolean> => {
    await follow(visitor, placeOf('console') + address);
    const isAllowed = !(await isNotAllowed(visitor));
    if (isAllowed) await settled(visitor);
    links.set(address, isAllowed ? await linksOn(visitor) : []);
    return isAllowed;
  };
  const linksAt = async (address: string): Promise<string[]> => {
    if (!links.has(address)) await show(address);
    return links.get(address) ?? [];
  };
  for (const path of paths.filter((each) => each !== '/invitation')) {
    const address = await addressFor(path, linksAt);
    if (address === null || !(await show(address))) continue;
    crawl.seen.push(path);
    const wrongs = await look(visitor);
    if (wrongs.length > 0) crawl.found[path] = wrongs;
  }
  return crawl;
}

async function isNotAllowed({ page, language }: Visitor): Promise<boolean> {
  return await page.getByRole('heading', { level: 1, name: staffWords[language].notAllowed }).isVisible();
}

async function linksOn({ page }: Visitor): Promise<string[]> {
  return await page.evaluate<string[]>(`[...document.querySelectorAll('main a[href]')]
    .filter((link) => link.checkVisibility()).map((link) => link.getAttribute('href'))`);
}

/** @param linksAt what leads on from an address */
async function addressFor(path: string, linksAt: (address: string) => Promise<string[]>): Promise<string | null> {
  const at = path.indexOf('/:');
  if (at < 0) return path;
  const object = path.slice(0, path.lastIndexOf('/'));
  const isBelow = object.includes('/:') && consolePaths.includes(object);
  const list = path.slice(0, at);
  const above = isBelow ? await addressFor(object, linksAt) : consolePaths.includes(list) ? list : null;
  if (above === null) return null;
  const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, '[^/?]+')}$`);
  return (await linksAt(above)).find((link) => pattern.test(link)) ?? null;
}
