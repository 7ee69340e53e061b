import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { Page } from 'playwright-core';

const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
const rules = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

/** What axe finds wrong with the page as it stands: rule and place. The content policy does not keep it out. */
export async function axeFindings(page: Page): Promise<string[]> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Runtime.evaluate', { expression: axe });
  const { result } = await devtools.send('Runtime.evaluate', {
    expression: `axe.run(document, { runOnly: ${JSON.stringify(rules)} })
      .then((found) => found.violations.map((each) => each.id + ': ' + each.nodes.map((node) => node.target.join(' ')).join(', ')))`,
    awaitPromise: true,
    returnByValue: true,
  });
  await devtools.detach();
  return Array.isArray(result.value) ? result.value.map(String) : [String(result.value)];
}

/** Names and shorthands that stand in Latin letters on a Chinese page too. */
const names =
  /\b(ACCA|FIA|TKT|CLIL|YL|Delta|STEP|MAT|PAT|TSA|PDF|Cookie|JPEG|Word|Excel|MB|XIAOMING|OUYANG|WANG|H|M|QR|IELTS|OSSLT|UCI|VAT|English|Apple Pay|Visa|AEAS|TMUA|ESAT|UCAT|LNAT|BMAT|CIE|OCR|AQA|Edexcel|Cambridge|Oxford|A-Level|IGCSE|GCSE|Pearson|JavaScript)\b/g;
const codes = /\b[A-Z]{1,3}\d[\dA-Z]*\b|\b[\w-]+(?:\.[\w-]+)+\b|\S+@\S+|@#\$%\*&\^!_-/g;

/** Words of Latin letters that a reader of a Chinese page sees, other than names and codes. */
export async function foreignWords(page: Page, own: RegExp = /$^/g): Promise<string[]> {
  const text = await page.locator('body').innerText();
  return text.replaceAll(own, ' ').replaceAll(codes, ' ').replaceAll(names, ' ').match(/[A-Za-z]{2,}/g) ?? [];
}

/** How many pixels wider than the window the page is. */
export async function overflow(page: Page): Promise<number> {
  return await page.evaluate<number>('document.documentElement.scrollWidth - window.innerWidth');
}
