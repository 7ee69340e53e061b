import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/**
 * What axe finds wrong with the page as it is now: rule and place. The content policy does not keep it out. A toast is put aside meanwhile:
 * presses go through it, and what it covers for its three seconds is not too small. The page is looked at from its top: what has been moved
 * under a head that stays is not too small either.
 */
export async function axeFindings(page: Page): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  const { result: known } = await devtools.send('Runtime.evaluate', { expression: 'typeof axe' });
  if (known.value === 'undefined') await devtools.send('Runtime.evaluate', { expression: axe });
  const { result } = await devtools.send('Runtime.evaluate', {
    expression: `scrollTo(0, 0);
    [...document.querySelectorAll('.toasts')].map((each) => each.style.setProperty('display', 'none'));
    axe.run(document, { runOnly: ${JSON.stringify(rules)}, resultTypes: ['violations'], preload: false })
      .finally(() => [...document.querySelectorAll('.toasts')].map((each) => each.style.removeProperty('display')))
      .then((found) => found.violations.map((each) => each.id + ': ' + each.nodes.map((node) => node.target.join(' ')).join(', ')))`,
    awaitPromise: true,
    returnByValue: true,
  });
  await devtools.detach();
  return Array.isArray(result.value) ? result.value.map(String) : [String(result.value)];
}

/** Names, and the numbers of forms, that are in Latin letters on a Chinese page too; those in capitals throughout need no place here. */
const names =
  /\b(Delta|Cookie|Word|Excel|Common Pre-Test|OxfordAQA|A[ -][Ll]evel|Apple Pay|Visa|JavaScript|English|Chrome|Safari|Firefox|Edge|Linux|Windows|Android|iPhone|iPad|Pixel|xlsx?|rt\d{4})\b/g;
/** Slots of a template: `{{code}}`, `${code}`. */
const slots = /\$\{\w+\}|\{\{\w+\}\}/g;
/** Ids, and the numbers of registration forms: `rt1012`. */
const ids = /\b[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}\b|\brt\d{4}\b/g;
const addresses = /\b[\w-]+(?:\.[\w-]+)+\b|\S+@\S+/g;

/** A person's name in both scripts, as staff are called. */
const people = /\p{Script=Han}{2,4} [A-Z][a-z]+ [A-Z][a-z]+/gu;

/**
 * The text that a reader sees and that is ours: neither what is marked as English, for those who read English (the English name of a
 * venue beside the Chinese one), nor what is marked as somebody's own words (`translate="no"`, the part `Typed` of ui).
 */
async function ownText(page: Page): Promise<string> {
  return await page.evaluate<string>(`(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const parts = [];
    let last = null;
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement;
      if (!parent || parent.closest('script, style, template, [lang^="en"], [translate="no"]')) continue;
      if (!parent.checkVisibility({ visibilityProperty: true }) || parent.getClientRects().length === 0) continue;
      parts.push(parent === last ? '' : '\\n', node.nodeValue);
      last = parent;
    }
    return parts.join('');
  })()`);
}

/** Words of Latin letters, other than names, that a reader of a Chinese page sees. */
export async function foreignWords(page: Page): Promise<string[]> {
  const words =
    (await ownText(page))
      .replaceAll(slots, ' ')
      .replaceAll(ids, ' ')
      .replaceAll(addresses, ' ')
      .replaceAll(people, ' ')
      .replaceAll(names, ' ')
      .match(/[A-Za-z]{2,}/g) ?? [];
  return words.filter((word) => /[a-z]/.test(word));
}

/** What sticks out of the window at the right, so that the page could be pushed sideways; empty when nothing does. */
export async function stickingOut(page: Page): Promise<string[]> {
  return await page.evaluate<string[]>(`(() => {
    const { scrollWidth, clientWidth } = document.documentElement;
    if (scrollWidth <= clientWidth) return [];
    const wide = [...document.querySelectorAll('main *, header *, footer *')].filter(
      (element) => element.getBoundingClientRect().right > clientWidth + 1 && element.children.length === 0 && !element.closest('nav, table'));
    return [scrollWidth - clientWidth + ' px', ...wide.slice(0, 3).map((element) => element.outerHTML.slice(0, 120))];
  })()`);
}

/** Texts that have so little room that they run downwards, a letter or two in each line. */
export async function squeezed(page: Page): Promise<string[]> {
  return await page.evaluate<string[]>(`(() => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found = [];
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const text = node.nodeValue.trim();
      if (text.length < 3 || !node.parentElement.checkVisibility({ visibilityProperty: true })) continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      const lines = new Set([...range.getClientRects()].filter(({ width }) => width > 1).map(({ top }) => Math.round(top))).size;
      if (lines >= 3 && text.length / lines < 2.5) found.push(text.slice(0, 20));
    }
    return found;
  })()`);
}
