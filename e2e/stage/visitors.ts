import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { chromium, type Browser, type BrowserContext, type Locator, type Page } from 'playwright-core';
import { afterEach, expect, inject, type RunnerTask } from 'vitest';
import { growOld } from './older-browser.ts';
import { placeOf } from './places.ts';
import { en, type Words, zh } from './words.ts';

const pictures = join(import.meta.dirname, '../../.cache/journeys');

export const phone = { width: 390, height: 844 };
export const desktop = { width: 1440, height: 900 };

export type Language = 'en' | 'zh';
export type Screen = { width: number; height: number };

/** In whose hands a journey is taken, as its title says. */
export const readers = [
  ['in Chinese on a phone', { language: 'zh', screen: phone }],
  ['in English on a desktop', { language: 'en', screen: desktop }],
] as const;

/** One of the two readers, for a journey whose subject is a rule and not what is on its pages (0065). */
export const [inChinese, inEnglish] = [[readers[0]], [readers[1]]] as const;

/** Somebody in front of a browser: where they are, and the words they read. */
export type Visitor = {
  page: Page;
  context: BrowserContext;
  language: Language;
  words: Words;
  isPhone: boolean;
  /** What the browser complained of: errors, broken content policy. */
  complaints: string[];
};

const phoneAgent =
  'Mozilla/5.0 (Linux; Android 15; Pixel 9) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/147.0.0.0 Mobile Safari/537.36';

/** The browser inside WeChat, on the same phone. */
const wechatAgent = `${phoneAgent} MicroMessenger/8.0.60`;

/** A refused call is answered on the page; the browser writes a line about it all the same. */
const answered = /Failed to load resource: the server responded with a status of 4\d\d/;

function listen(page: Page, complaints: string[]): void {
  page.on('console', (message) => {
    if (message.type() === 'error' && !answered.test(message.text()))
      complaints.push(`${page.url()} ${message.text()}`);
  });
  page.on('pageerror', (error) => complaints.push(`${page.url()} ${error.message}`));
}

/** Runs in the page: a breach of the content policy becomes a line that `listen` hears. */
const reportBreaches = `document.addEventListener('securitypolicyviolation', (event) =>
  console.error(['policy', event.violatedDirective, event.blockedURI, event.sample].join(' ')));`;

/** What a page asks of anybody but us and the sandbox; the browser has no way there, and says nothing of a picture that does not come. */
function hearStrangers(context: BrowserContext, complaints: string[]): void {
  // The product knows the sandbox by number.
  const named = (address: string) => new URL(address.replace(/^ws/, 'http').replace('//127.0.0.1', '//localhost'));
  const ours = new Set([placeOf('portal'), placeOf('console'), placeOf('outside')].map((site) => named(site).origin));
  const hear = (page: string, url: string) => {
    const { protocol, origin } = named(url);
    if (protocol.startsWith('http') && !ours.has(origin)) complaints.push(`${page} called ${url}`);
  };
  context.on('request', (request) => hear(request.headers()['referer'] ?? '', request.url()));
  context.on('page', (page) => page.on('websocket', (socket) => hear(page.url(), socket.url())));
}

/** With `npm test -- --slow-calls`, everything that a page fetches after itself comes later, in no order. */
async function slowDown(context: BrowserContext): Promise<void> {
  await context.route('**/*', async (route) => {
    if (['fetch', 'xhr', 'script'].includes(route.request().resourceType())) await wait(randomInt(1200));
    // Whoever closes the page meanwhile asks for nothing any more.
    await route.continue().catch(() => undefined);
  });
}

type Wanted = { language: Language; screen: Screen; isInWechat?: boolean };

async function open(browser: Browser, { language, screen, isInWechat = false }: Wanted): Promise<Visitor> {
  const isPhone = screen.width < 700;
  const address = [10, randomInt(2, 250), randomInt(250), randomInt(1, 250)].join('.');
  const context = await browser.newContext({
    viewport: screen,
    locale: language === 'zh' ? 'zh-CN' : 'en-GB',
    // Nobody's own time zone may change what is on a page.
    timezoneId: language === 'zh' ? 'Asia/Shanghai' : 'America/Los_Angeles',
    extraHTTPHeaders: { 'x-forwarded-for': address },
    reducedMotion: 'reduce',
    ...(isPhone ? { isMobile: true, hasTouch: true, userAgent: isInWechat ? wechatAgent : phoneAgent } : {}),
  });
  context.setDefaultTimeout(inject('patience'));
  if (process.env['SLOW_CALLS'] !== undefined) await slowDown(context);
  const complaints: string[] = [];
  hearStrangers(context, complaints);
  await context.addInitScript({ content: reportBreaches });
  // Every phone of a journey is as old as those that parents still use.
  if (isPhone) await context.addInitScript({ content: growOld });
  context.on('page', (page) => {
    const isOurs = [placeOf('portal'), placeOf('console')].some((site) => page.url().startsWith(site));
    if (isOurs || page.url() === 'about:blank') listen(page, complaints);
  });
  const page = await context.newPage();
  return { page, context, language, isPhone, complaints, words: language === 'zh' ? zh : en };
}

/** Keeps what each visitor of a failed test saw last, as a picture in `.cache/journeys` and in words beside the failure. */
async function keepLastSight(visitors: readonly Visitor[], { id, result }: RunnerTask): Promise<void> {
  for (const [index, { page }] of visitors.entries()) {
    const path = join(pictures, `${id}-${index}.png`);
    await page.screenshot({ path, fullPage: true }).catch(() => undefined);
    const text = await page.locator('body').innerText({ timeout: 1000 }).catch(String);
    const [error] = result?.errors ?? [];
    if (error) error.message += `\n\nVisitor ${index + 1} was at ${page.url()} and read:\n${text.slice(0, 3000)}`;
  }
}

/** Starts a Chromium without a way out of this machine. */
async function launchChromium(): Promise<Browser> {
  return await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost, EXCLUDE 127.0.0.1',
    ],
  });
}

let opened: Promise<Browser> | null = null;

/** The browser of this worker's files, without a way out of this machine, which ends with its process. One that has broken off is replaced. */
export async function browserHere(): Promise<Browser> {
  const before = await opened;
  if (before?.isConnected() === true) return before;
  opened = launchChromium();
  return await opened;
}

/** Visitors for the tests of one file. After each test their windows are closed, and none of them may have complained. */
export function useVisitors(): (wanted: Partial<Wanted> & Pick<Wanted, 'language'>) => Promise<Visitor> {
  let here: Visitor[] = [];
  afterEach(async ({ task }) => {
    const leaving = here;
    here = [];
    if (task.result?.state === 'fail') await keepLastSight(leaving, task);
    await Promise.all(leaving.map(({ context }) => context.close()));
    expect(leaving.flatMap(({ complaints }) => complaints)).toEqual([]);
  });
  return async ({ screen = desktop, ...wanted }) => {
    const visitor = await open(await browserHere(), { screen, ...wanted });
    here.push(visitor);
    return visitor;
  };
}

/** Waits until one of what is found can be seen: the first in the page may be folded away or be of the page before. */
export async function appears(found: Locator): Promise<void> {
  await found.filter({ visible: true }).first().waitFor();
}

/** Goes to an address of the portal and waits until the page is shown. */
export async function goTo(visitor: Visitor, path: string): Promise<void> {
  await visitor.page.goto(placeOf('portal') + path);
  await settled(visitor);
}

/**
 * Leads to an address of the site that is open as one of its links does, without a new document: a fraction of what a document costs. The
 * path has to differ: with another search alone the page keeps its heading. Waits until the heading of the other page is shown.
 * @param address with the site
 */
export async function follow({ page }: Visitor, address: string): Promise<void> {
  if (page.url() === address) return;
  // Every page brings a heading of its own; one that was there before is marked, so that it is not mistaken for the new one.
  await page.evaluate(`(() => {
    for (const heading of document.querySelectorAll('h1')) heading.setAttribute('data-left', '');
    history.pushState(null, '', ${JSON.stringify(address)});
    dispatchEvent(new PopStateEvent('popstate', { state: null }));
  })()`);
  await appears(page.locator('h1:not([data-left])'));
}

/** Waits until the new page is shown, and nothing on it is still being fetched. */
export async function settled({ page }: Visitor): Promise<void> {
  // Its script is fetched before it can say that it fetches anything; until then there is neither a heading nor a skeleton.
  await appears(page.locator('h1'));
  await expect.poll(() => page.locator('.skeleton, [aria-busy="true"]').count()).toBe(0);
}

/** Where a visitor is: path and search. */
export function whereIs({ page }: Visitor): string {
  const { pathname, search } = new URL(page.url());
  return pathname + search;
}

/** Waits for a toast; it is on the page and in the live region. */
export async function toast({ page }: Visitor, text: string): Promise<void> {
  await appears(page.getByText(text, { exact: true }));
}
