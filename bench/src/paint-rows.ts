import type { Browser } from 'playwright-core';
import { goals } from './budgets.ts';
import { newPhone } from './browser.ts';
import type { Product } from './product.ts';
import { median, spreadOf } from './statistics.ts';
import type { Row } from './table.ts';
import type { Visitor } from './visitor.ts';

const rounds = 5;

/** A slow phone as Lighthouse imagines one: 150 ms there and back, 1.6 Mbit/s down, a quarter of this processor. */
const network = { offline: false, latency: 150, downloadThroughput: 200_000, uploadThroughput: 93_750 };
const slowdown = 4;

type Paint = { seconds: number; shift: number; blocked: number };

/** When the largest thing is painted, how much the page jumps and how long it blocks, on a slow phone; told, never failing. */
export async function paintRows(browser: Browser, product: Product, visitor: Visitor): Promise<Row[]> {
  const home = await paintsOf(browser, product, { address: '/' });
  const wizard = await paintsOf(browser, product, { address: '/exam-registration?product=tkt', visitor });
  return [...rowsOf('home', home, goals.publicLcpSeconds), ...rowsOf('wizard', wizard, goals.wizardLcpSeconds)];
}

function rowsOf(name: string, paints: readonly Paint[], lcp: number): Row[] {
  const row = (what: string, target: number, unit: string, values: readonly number[]): Row => ({
    goal: `${name}, ${what}`,
    target: `<= ${target}${unit}`,
    measured: `${Number(median(values).toFixed(3))}${unit}`,
    spread: spreadOf(values),
    anchor: 'none: throttled Chromium, median of 5',
    verdict: median(values) <= target ? 'ok' : 'over',
  });
  return [
    row(
      'largest paint',
      lcp,
      ' s',
      paints.map(({ seconds }) => seconds),
    ),
    row(
      'blocked',
      goals.blockingMilliseconds,
      ' ms',
      paints.map(({ blocked }) => blocked),
    ),
    row(
      'layout shift',
      goals.layoutShift,
      '',
      paints.map(({ shift }) => shift),
    ),
  ];
}

async function paintsOf(
  browser: Browser,
  product: Product,
  { address, visitor }: { address: string; visitor?: Visitor },
): Promise<Paint[]> {
  const paints: Paint[] = [];
  for (let round = 0; round < rounds; round++) {
    const context = await newPhone(browser, product, visitor ? { visitor } : {});
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send('Network.enable');
    await session.send('Network.emulateNetworkConditions', network);
    await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown });
    await page.goto(product.url + address, { waitUntil: 'networkidle' });
    await page.waitForTimeout(500);
    paints.push(await page.evaluate<Paint>(readPaint));
    await context.close();
  }
  return paints;
}

/** Runs in the page: reads what the browser has noted since the page began. */
const readPaint = `(async () => {
  const noted = (type) => new Promise((resolve) => {
    new PerformanceObserver((list) => resolve(list.getEntries())).observe({ type, buffered: true });
    setTimeout(() => resolve([]), 300);
  });
  const [paints, shifts, tasks] = await Promise.all(['largest-contentful-paint', 'layout-shift', 'longtask'].map(noted));
  const sum = (entries, part) => entries.reduce((total, entry) => total + part(entry), 0);
  return {
    seconds: (paints.at(-1)?.startTime ?? 0) / 1000,
    shift: sum(shifts, (entry) => (entry.hadRecentInput ? 0 : entry.value)),
    blocked: sum(tasks, (entry) => Math.max(0, entry.duration - 50)),
  };
})()`;
