import { accessSync, constants } from 'node:fs';
import { join } from 'node:path';
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core';
import type { Product } from './product.ts';
import type { Visitor } from './visitor.ts';

const systemNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'microsoft-edge'];

/** Opens a Chromium: CHROMIUM_PATH, one of the system, or the one that came with npm. With a port others can steer it too. */
export async function openBrowser(port?: number): Promise<Browser> {
  const args = ['--no-sandbox', '--disable-dev-shm-usage'];
  if (port !== undefined) args.push(`--remote-debugging-port=${port}`);
  return await chromium.launch({ executablePath: await chromiumPath(), args });
}

async function chromiumPath(): Promise<string> {
  const given = process.env['CHROMIUM_PATH'];
  if (given) return given;
  const folders = (process.env['PATH'] ?? '').split(':');
  const found = folders.flatMap((folder) => systemNames.map((name) => join(folder, name))).find(isProgram);
  if (found !== undefined) return found;
  // It brings its own libraries only when it believes to run where there are none.
  process.env['AWS_LAMBDA_JS_RUNTIME'] ??= 'nodejs24.x';
  const { default: packaged } = await import('@sparticuz/chromium');
  return await packaged.executablePath();
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** A phone without a cache of its own, in Chinese; signed in when a visitor is given. `steps` is a registration in progress. */
export async function newPhone(
  browser: Browser,
  product: Product,
  { visitor, steps }: { visitor?: Visitor; steps?: object } = {},
): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    deviceScaleFactor: 2,
    isMobile: true,
    hasTouch: true,
    locale: 'zh-CN',
  });
  if (visitor) await context.addCookies([{ ...visitor.cookie, url: product.url, httpOnly: true, sameSite: 'Lax' }]);
  if (steps) {
    const kept = JSON.stringify(steps);
    await context.addInitScript((text) => sessionStorage.setItem('steps', text), kept);
  }
  return context;
}

/** A page's own traffic: path of each file and the bytes that came over the wire for it, heads included. */
export type Traffic = Map<string, number>;

/**
 * Opens an address and waits until it has been quiet for a second: what is fetched after idle is counted too.
 * @throws Error when the page failed (a script error, or an answer that is neither 200 nor 404).
 */
export async function trafficOf(context: BrowserContext, url: string): Promise<{ traffic: Traffic; path: string }> {
  const page = await context.newPage();
  const failures: string[] = [];
  page.on('pageerror', (error) => failures.push(error.message));
  const traffic = await listen(page);
  await page.goto(url, { waitUntil: 'networkidle' });
  await page.waitForTimeout(700);
  await page.waitForLoadState('networkidle');
  const { pathname, search } = new URL(page.url());
  await page.close();
  if (failures.length > 0) throw new Error(`${url}: ${failures.join(' ')}`);
  return { traffic, path: pathname + search };
}

async function listen(page: Page): Promise<Traffic> {
  const traffic: Traffic = new Map();
  const urls = new Map<string, string>();
  const session = await page.context().newCDPSession(page);
  await session.send('Network.enable');
  session.on('Network.requestWillBeSent', ({ requestId, request }) => urls.set(requestId, request.url));
  session.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    const url = urls.get(requestId);
    if (url?.startsWith('http')) traffic.set(new URL(url).pathname, encodedDataLength);
  });
  return traffic;
}
