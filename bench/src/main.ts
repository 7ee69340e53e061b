import { mkdirSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { join } from 'node:path';
import { byteRows } from './byte-rows.ts';
import { openBrowser } from './browser.ts';
import { deadlockRow } from './deadlock-row.ts';
import { incidentRows } from './incident-rows.ts';
import { letterRows } from './letter-rows.ts';
import { lighthouseRows } from './lighthouse-rows.ts';
import { type Options, type Part, readOptions } from './options.ts';
import { orderRows } from './order-rows.ts';
import { paintRows } from './paint-rows.ts';
import { canReadProcesses } from './processes.ts';
import { newDataDir, type Product, removeDataDir, root, startProduct } from './product.ts';
import { serverRows } from './server-rows.ts';
import { installRows, startRows } from './start-rows.ts';
import { hasFailed, notMeasured, type Row, tableOf } from './table.ts';
import { signIn, type Visitor } from './visitor.ts';

/** Runs the parts that need the product, all on one instance with a database of its own. */
async function withProduct(options: Options, say: (part: Part) => boolean): Promise<Row[]> {
  const dataDir = newDataDir();
  let product: Product | null = null;
  try {
    product = await startProduct(dataDir);
    const visitor = await signIn(product);
    return [
      ...(say('bytes') || say('paint') ? await browserRows(product, visitor, say) : []),
      ...(say('lighthouse') ? await lighthouseRows(product) : []),
      ...(say('letter') ? await letterRows(product, visitor) : []),
      ...(say('server') ? await serverPart(product, visitor, options.scale) : []),
      ...(say('orders') ? await orderRows(product, visitor) : []),
      ...(say('incident') ? await incidentRows(product) : []),
      await deadlockRow(product),
    ];
  } finally {
    await product?.stop();
    removeDataDir(dataDir);
  }
}

async function browserRows(product: Product, visitor: Visitor, wants: (part: Part) => boolean): Promise<Row[]> {
  const browser = await openBrowser();
  try {
    return [
      ...(wants('bytes') ? await byteRows(browser, product, visitor) : []),
      ...(wants('paint') ? await paintRows(browser, product, visitor) : []),
    ];
  } finally {
    await browser.close();
  }
}

async function serverPart(product: Product, visitor: Visitor, scale: number): Promise<Row[]> {
  if (!canReadProcesses()) return [notMeasured('CPU and memory of the API', '', 'this system has no /proc')];
  return await serverRows(product, visitor, scale);
}

async function run(): Promise<void> {
  const options = readOptions(process.argv.slice(2));
  const wants = (part: Part) => options.only.includes(part);
  const say = (line: string) => console.log(`... ${line}`);
  const rows: Row[] = wants('install') ? installRows() : [];
  say('bringing the portal up to date');
  const dataDir = newDataDir();
  await startProduct(dataDir)
    .then((product) => product.stop())
    .finally(() => removeDataDir(dataDir));
  const told = new Set<Part>();
  const wantsAloud = (part: Part) => {
    if (wants(part) && !told.has(part)) say(`measuring: ${part}`);
    told.add(part);
    return wants(part);
  };
  if (wantsAloud('start')) rows.push(...(await startRows()));
  rows.push(...(await withProduct(options, wantsAloud)));
  console.log(`\n${tableOf(rows)}\n`);
  const folder = join(root, '.cache');
  mkdirSync(folder, { recursive: true });
  const about = { at: new Date().toISOString(), cpus: cpus().length, node: process.version, options };
  writeFileSync(join(folder, 'bench.json'), `${JSON.stringify({ ...about, rows }, null, 2)}\n`);
  console.log('Written to .cache/bench.json.');
  if (hasFailed(rows)) process.exitCode = 1;
}

try {
  await run();
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  process.exitCode = 1;
}
