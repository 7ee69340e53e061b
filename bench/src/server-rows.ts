import { goals } from './budgets.ts';
import { withCatalogue } from './filling.ts';
import { cpuPerRequest, type Load, send, startRaw } from './load.ts';
import { sessionsAt, smallScale } from './options.ts';
import { peakMemory, withChildren } from './processes.ts';
import { databaseOf, type Product } from './product.ts';
import { ratioOf, spreadOf } from './statistics.ts';
import type { Row } from './table.ts';
import type { Visitor } from './visitor.ts';

const rounds = 3;
/** Enough for both sides of a ratio to run compiled code: after a few hundred requests V8 still interprets much of the longer one. */
const amount = 1200;

/** The API's own cost: session search and a validated POST against raw node:http, and session search against itself. */
export async function serverRows(product: Product, visitor: Visitor, scale: number): Promise<Row[]> {
  const filled = await withCatalogue(databaseOf(product).url, {
    applications: smallScale,
    sessions: sessionsAt(smallScale),
  });
  // Closed whatever happens: a connection that outlives the database would hide why.
  try {
    const search = searchLoad(product, filled.productId);
    return [
      await againstRaw('session search, 20 rows, warm: CPU', search, goals.searchCpuRatio, product),
      await againstRaw(
        'validated POST (repeat check): CPU',
        await repeatLoad(product, visitor),
        goals.postCpuRatio,
        product,
      ),
      await scaleRow(product, search, { scale, grow: filled.grow }),
      memoryRow(product),
    ];
  } finally {
    await filled.close();
  }
}

function searchLoad({ url }: Product, productId: string): Load {
  const body = { pageIndex: 1, pageSize: 20, sorts: [], filters: [{ field: 'productId', value: productId }] };
  const headers = { origin: url, 'content-type': 'application/json', 'accept-language': 'en' };
  return { url: `${url}/api/session/candidate/search`, headers, body, amount };
}

async function repeatLoad({ url }: Product, { call, headers }: Visitor): Promise<Load> {
  const [candidates, products] = [await call('candidate.all', {}), await call('product.all', {})];
  const body = { candidateId: candidates[0]?.id, productId: products[0]?.id };
  return { url: `${url}/api/booking/repeat-validation`, headers, body, amount };
}

/** Our process against a raw server that reads the same request and writes the same answer, in alternating rounds. */
async function againstRaw(goal: string, load: Load, target: number, product: Product): Promise<Row> {
  const response = await fetch(load.url, { method: 'POST', headers: load.headers, body: JSON.stringify(load.body) });
  const answer: unknown = await response.json();
  const raw = await startRaw(answer);
  const [ours, theirs]: [number[], number[]] = [[], []];
  try {
    await send(load);
    await send({ ...load, url: raw.url });
    for (let round = 0; round < rounds; round++) {
      ours.push(await cpuPerRequest(load, () => [product.pid]));
      theirs.push(await cpuPerRequest({ ...load, url: raw.url }, () => [raw.pid]));
    }
  } finally {
    await raw.stop();
  }
  const ratio = ratioOf(ours, theirs);
  return {
    goal,
    target: `<= ${target}x`,
    measured: `${ratio.toFixed(2)}x`,
    spread: `${spreadOf(ours)}, ${spreadOf(theirs)}`,
    anchor: `raw node:http, the same ${JSON.stringify(answer).length} bytes (autocannon)`,
    verdict: ratio <= target ? 'ok' : 'over',
  };
}

/** CPU of our process and of the whole database, before and after the tables have grown. */
async function scaleRow(
  product: Product,
  load: Load,
  { scale, grow }: { scale: number; grow: (size: { applications: number; sessions: number }) => Promise<void> },
): Promise<Row> {
  const database = databaseOf(product).pid;
  const measure = async () => {
    await send(load);
    const found: number[] = [];
    for (let round = 0; round < rounds; round++) {
      // The database's connections are processes: those alive now are counted before and after.
      const pids = [product.pid, ...withChildren(database)];
      found.push(await cpuPerRequest(load, () => pids));
    }
    return found;
  };
  const small = await measure();
  await grow({ applications: scale, sessions: sessionsAt(scale) });
  const large = await measure();
  const ratio = ratioOf(large, small);
  return {
    goal: `session search, ${scale} applications, ${sessionsAt(scale)} sessions: CPU`,
    target: `<= ${goals.searchScaleRatio}x`,
    measured: `${ratio.toFixed(2)}x`,
    spread: `${spreadOf(large)}, ${spreadOf(small)}`,
    anchor: `itself with ${smallScale} and ${sessionsAt(smallScale)}, API and database together`,
    verdict: ratio <= goals.searchScaleRatio ? 'ok' : 'over',
  };
}

function memoryRow({ pid }: Product): Row {
  const megabytes = Math.round(peakMemory(pid) / 1e6);
  return {
    goal: 'memory of the app process under load, peak',
    target: `<= ${goals.memoryMegabytes} MB`,
    measured: `${megabytes} MB`,
    spread: '',
    anchor: 'none: VmHWM after the loads above',
    verdict: megabytes <= goals.memoryMegabytes ? 'ok' : 'over',
  };
}
