import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { newPhone, type Traffic, trafficOf } from './browser.ts';
import { byteBudgets } from './budgets.ts';
import { type Product, root } from './product.ts';
import { byteRow, type Row } from './table.ts';
import type { Visitor } from './visitor.ts';
import { stepsInProgress } from './wizard-steps.ts';

const dist = join(root, 'portal/dist');

/** Bytes of an answer's head and framing that the wire may add to a file. */
const headAllowance = 1500;

type Site = { routes: string[]; prerendered: Record<string, { en: string; zh: string }>; redirects: object };

/** Pages, scripts and style of the built portal against their budgets, one row per page, route and step. */
export async function byteRows(browser: Browser, product: Product, visitor: Visitor): Promise<Row[]> {
  const site: Site = JSON.parse(readFileSync(join(dist, 'site.json'), 'utf8'));
  return [
    ...pageRows(site),
    ...styleRows(),
    ...(await publicScriptRows(browser, product, site)),
    ...(await wizardRows(browser, product, visitor)),
    ...(await routeRows(browser, product, visitor, site)),
  ];
}

function pageRows({ prerendered }: Site): Row[] {
  return Object.entries(prerendered).map(([path, files]) => {
    const bytes = Math.max(...Object.values(files).map((file) => compressed(file)));
    return byteRow(`page and style ${path}`, bytes, byteBudgets.publicPage, 'larger of both languages, brotli');
  });
}

function styleRows(): Row[] {
  const sheets = readdirSync(join(dist, 'assets')).filter((name) => name.endsWith('.css'));
  const bytes = sheets.reduce((sum, name) => sum + compressed(`assets/${name}`), 0);
  return [byteRow('style sheets together', bytes, byteBudgets.css, `${sheets.length} file, brotli`)];
}

/** A file of the built portal as it is sent: bytes after brotli. */
function compressed(file: string): number {
  return statSync(join(dist, `${file}.br`)).size;
}

/**
 * Bytes of the scripts a page fetched, after brotli, by the files themselves.
 * @throws Error when the wire carried more than the files: the server would not be sending brotli.
 */
function scriptBytes(traffic: Traffic): number {
  let bytes = 0;
  for (const path of scriptsOf(traffic)) {
    const size = compressed(path.slice(1));
    const wire = traffic.get(path) ?? 0;
    if (wire > size + headAllowance) throw new Error(`${path} came as ${wire} bytes, its brotli file has ${size}.`);
    bytes += size;
  }
  return bytes;
}

function scriptsOf(traffic: Traffic): string[] {
  return [...traffic.keys()].filter((path) => path.endsWith('.js') && existsSync(join(dist, path)));
}

async function publicScriptRows(browser: Browser, product: Product, site: Site): Promise<Row[]> {
  const rows: Row[] = [];
  for (const path of Object.keys(site.prerendered)) {
    const context = await newPhone(browser, product);
    const { traffic } = await trafficOf(context, product.url + path);
    await context.close();
    rows.push(byteRow(`script ${path}`, scriptBytes(traffic), byteBudgets.publicScript, inFiles(traffic)));
  }
  return rows;
}

function inFiles(traffic: Traffic): string {
  return `${scriptsOf(traffic).length} files after idle, brotli`;
}

/** The first step as a first visit; each further one by the scripts that no step before it had fetched. */
async function wizardRows(browser: Browser, product: Product, visitor: Visitor): Promise<Row[]> {
  const rows: Row[] = [];
  const known = new Set<string>();
  for (const { step, address, steps } of await stepsInProgress(visitor)) {
    const context = await newPhone(browser, product, { visitor, ...(steps ? { steps } : {}) });
    const { traffic, path } = await trafficOf(context, product.url + address);
    await context.close();
    if (!path.includes(`step=${step}`)) throw new Error(`The registration showed ${path} instead of ${step}.`);
    const isFirst = known.size === 0;
    const fresh = new Map([...traffic].filter(([name]) => !known.has(name)));
    for (const name of scriptsOf(traffic)) known.add(name);
    const budget = isFirst ? byteBudgets.wizardFirst : byteBudgets.wizardFurther;
    rows.push(
      byteRow(`wizard step ${step}, script`, scriptBytes(fresh), budget, isFirst ? inFiles(fresh) : 'what is new'),
    );
  }
  return rows;
}

/** Every address of the portal that is not prerendered, as the demo account sees it on a first visit. */
async function routeRows(browser: Browser, product: Product, visitor: Visitor, site: Site): Promise<Row[]> {
  const ids = await idsOf(visitor);
  const rows: Row[] = [];
  for (const route of site.routes.filter((path) => !(path in site.prerendered))) {
    const address = route
      .replace('/application/:id', `/application/${ids.application}`)
      .replace('/order/:id', `/order/${ids.order}`)
      .replace(':product', 'tkt')
      .replaceAll(/:\w+/g, ids.application);
    const isForVisitors = route.startsWith('/auth/');
    const context = await newPhone(browser, product, isForVisitors ? {} : { visitor });
    const { traffic } = await trafficOf(
      context,
      product.url + address + (route === '/payment/pay' ? `?orderId=${ids.order}` : ''),
    );
    await context.close();
    rows.push(byteRow(`script ${route}`, scriptBytes(traffic), byteBudgets.routeScript, inFiles(traffic)));
  }
  return rows;
}

async function idsOf({ call }: Visitor): Promise<{ application: string; order: string }> {
  const applications = await call('application.search', { body: { pageSize: 1 } });
  const orders = await call('order.search', { body: { pageSize: 1 } });
  return { application: applications.list[0]?.applicationId ?? '', order: orders.list[0]?.id ?? '' };
}
