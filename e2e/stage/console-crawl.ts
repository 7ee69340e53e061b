import { readFileSync } from 'node:fs';
import { expect } from 'vitest';
import { axeFindings, foreignWords, stickingOut } from './findings.ts';
import { goToConsole, staffWords } from './staff.ts';
import { desktop, phone, type Visitor } from './visitors.ts';

const table = readFileSync(new URL('../../console/src/paths.ts', import.meta.url), 'utf8');

/** Every address of the console as its table of paths has them; `:id` stands for one of a list. */
export const consolePaths: readonly string[] = [...table.matchAll(/'(\/[^']*)'/g)].flatMap(([, path]) => path ?? []);

export type Crawl = {
  /** What is wrong, by address and size of window. */
  found: Record<string, string[]>;
  /** The addresses of the table that were shown. */
  seen: string[];
};

async function settled({ page }: Visitor): Promise<void> {
  await expect.poll(() => page.locator('.skeleton, [aria-busy="true"]').count()).toBe(0);
}

/**
 * Looks at the page that is open on a desktop and on a phone: what axe finds, words that are not Chinese on a Chinese page, what
 * sticks out of the window. For whatever a journey has on the screen.
 */
export async function wrongsOfConsole(visitor: Visitor): Promise<string[]> {
  const { page, language } = visitor;
  const found: string[] = [];
  for (const [name, size] of Object.entries({ desktop, phone })) {
    await page.setViewportSize(size);
    await settled(visitor);
    const here = await axeFindings(page);
    if (language === 'zh') here.push(...(await foreignWords(page)).map((word) => `not Chinese: ${word}`));
    here.push(...(await stickingOut(page)).map((part) => `sticks out: ${part}`));
    found.push(...here.map((each) => `${name}: ${each}`));
  }
  await page.setViewportSize(desktop);
  return found;
}

/**
 * Walks through every address of the console that the signed-in person may see. A page of one object is found as a person finds it,
 * by the first link of the list above it, and a page below that by a link of its own; where the list is empty the page is not seen. New
 * addresses of the table are walked too.
 * @param paths only these of the table
 */
export async function crawlConsole(visitor: Visitor, paths = consolePaths): Promise<Crawl> {
  const found: Crawl['found'] = {};
  const look = async (path: string) => {
    const wrongs = await wrongsOfConsole(visitor);
    if (wrongs.length > 0) found[path] = wrongs;
  };
  return { found, seen: await walkConsole(visitor, look, paths) };
}

/** The same way through the console, with another look at each page. @returns the addresses of the table that were shown. */
export async function walkConsole(
  visitor: Visitor,
  look: (path: string) => Promise<void>,
  paths = consolePaths,
): Promise<string[]> {
  const seen: string[] = [];
  for (const path of paths.filter((each) => each !== '/invitation')) {
    const address = await addressFor(visitor, path);
    if (address === null) continue;
    await goToConsole(visitor, address);
    if (await isNotAllowed(visitor)) continue;
    await settled(visitor);
    seen.push(path);
    await look(path);
  }
  return seen;
}

async function isNotAllowed({ page, language }: Visitor): Promise<boolean> {
  return await page.getByRole('heading', { level: 1, name: staffWords[language].notAllowed }).isVisible();
}

async function addressFor(visitor: Visitor, path: string): Promise<string | null> {
  const at = path.indexOf('/:');
  if (at < 0) return path;
  const object = path.slice(0, path.lastIndexOf('/'));
  const isBelow = object.includes('/:') && consolePaths.includes(object);
  const list = path.slice(0, at);
  const above = isBelow ? await addressFor(visitor, object) : consolePaths.includes(list) ? list : null;
  if (above === null) return null;
  await goToConsole(visitor, above);
  await settled(visitor);
  const pattern = new RegExp(`^${path.replaceAll(/:\w+/g, '[^/?]+')}$`);
  const links = await visitor.page
    .getByRole('main')
    .getByRole('link')
    .evaluateAll((all) => all.map((link) => link.getAttribute('href') ?? ''));
  return links.find((link) => pattern.test(link)) ?? null;
}
