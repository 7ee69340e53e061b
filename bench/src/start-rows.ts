import { lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { goals } from './budgets.ts';
import { startRaw } from './load.ts';
import { newDataDir, removeDataDir, root, startProduct } from './product.ts';
import { median, spreadOf } from './statistics.ts';
import type { Row } from './table.ts';

const rounds = 3;

/**
 * How long the product takes to be ready: on an empty folder and on one it knows, in alternating rounds, the portal being built
 * already. Beside it, how long a bare node takes to listen.
 */
export async function startRows(): Promise<Row[]> {
  const [first, later, bare]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < rounds; round++) {
    const dataDir = newDataDir();
    try {
      first.push(await secondsToReady(dataDir));
      later.push(await secondsToReady(dataDir));
    } finally {
      removeDataDir(dataDir);
    }
    bare.push(await secondsOfBareNode());
  }
  return [
    startRow('start to ready, empty data', goals.firstStartSeconds, first, bare),
    startRow('start to ready, later', goals.laterStartSeconds, later, bare),
  ];
}

async function secondsToReady(dataDir: string): Promise<number> {
  const product = await startProduct(dataDir);
  await product.stop();
  return product.readySeconds;
}

async function secondsOfBareNode(): Promise<number> {
  const begun = performance.now();
  const { stop } = await startRaw({});
  const seconds = (performance.now() - begun) / 1000;
  await stop();
  return seconds;
}

function startRow(goal: string, target: number, seconds: readonly number[], bare: readonly number[]): Row {
  const ratio = Math.min(...seconds) / Math.min(...bare);
  return {
    goal,
    target: `<= ${target} s`,
    measured: `${median(seconds).toFixed(2)} s`,
    spread: spreadOf(seconds),
    anchor: `${ratio.toFixed(0)}x a bare node:http server's ${median(bare).toFixed(2)} s`,
    verdict: median(seconds) <= target ? 'ok' : 'over',
  };
}

/** What `npm ci` put on the disk, without the browser that only tests use. Told, not failing: it differs between systems. */
export function installRows(): Row[] {
  const modules = join(root, 'node_modules');
  const megabytes = (sizeOf(modules) - sizeOf(join(modules, '@sparticuz'))) / 1e6;
  return [
    {
      goal: 'node_modules without the test browser',
      target: `<= ${goals.installMegabytes} MB`,
      measured: `${Math.round(megabytes)} MB`,
      spread: 'exact',
      anchor: 'sum of file sizes',
      verdict: megabytes <= goals.installMegabytes ? 'ok' : 'over',
    },
  ];
}

function sizeOf(path: string): number {
  const found = lstatSync(path, { throwIfNoEntry: false });
  if (!found) return 0;
  if (!found.isDirectory()) return found.size;
  return readdirSync(path).reduce((sum, name) => sum + sizeOf(join(path, name)), 0);
}
