import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { type Buyer, plantCarts, signedIn } from './buyers.ts';
import { oneCallOrder, oneCallScript } from './one-call-order.ts';
import { cpuSeconds, withChildren } from './processes.ts';
import { databaseOf, type Product } from './product.ts';
import { quantile } from './statistics.ts';
import { notMeasured, type Row } from './table.ts';
import type { Visitor } from './visitor.ts';

const callers = [1, 8, 64] as const;
/** How many orders a measurement takes: enough for the slowest hundredth to be more than one of them. */
const ordersOf = (count: number) => (count === 1 ? 200 : 640);

type Measured = { perSecond: number; milliseconds: number[] };

/** Orders a second over HTTP at 1, 8 and 64 callers, over one session and over 200, each beside the same order in one call of the database. */
export async function crowdRows(product: Product, visitor: Visitor): Promise<Row[]> {
  const client = new Client({ connectionString: databaseOf(product).url, application_name: 'bench' });
  // It ends with the product when something else fails: the other error is the one to be seen.
  client.on('error', () => undefined);
  await client.connect();
  try {
    const rows: Row[] = [];
    for (const sessions of [1, 200]) {
      for (const count of callers) {
        const alone = await anchorAt(client, product, { count, sessions });
        rows.push(await rowAt(client, { product, visitor, count, sessions, alone }));
      }
    }
    return rows;
  } finally {
    await client.end();
  }
}

type At = { count: number; sessions: number };

async function rowAt(
  client: Client,
  { product, visitor, count, sessions, alone }: At & { product: Product; visitor: Visitor; alone: Anchor },
): Promise<Row> {
  const goal = `orders/s, ${count} ${count === 1 ? 'caller' : 'callers'}, ${sessions} ${sessions === 1 ? 'session' : 'sessions'}`;
  const planted = await plantCarts(client, { count: ordersOf(count), sessions });
  const buyers = await signedIn(product, planted, visitor.cookie.name);
  await client.query('analyze');
  const before = await usedBy(client, product);
  const { perSecond, milliseconds, refused } = await place(product, buyers, count);
  const after = await usedBy(client, product);
  if (milliseconds.length === 0) return notMeasured(goal, '', `all ${refused} were refused`);
  const per = (of: keyof Used) => (after[of] - before[of]) / milliseconds.length;
  return {
    goal,
    target: '',
    measured: `${perSecond.toFixed(0)}/s, p50 ${quantile(milliseconds, 0.5).toFixed(0)} ms, p99 ${quantile(milliseconds, 0.99).toFixed(0)} ms`,
    spread: refused > 0 ? `${refused} refused` : 'all placed',
    anchor: `app ${(per('app') * 1000).toFixed(1)} ms, database ${(per('database') * 1000).toFixed(1)} ms, WAL ${(per('wal') / 1000).toFixed(1)} kB each; ${alone.text}`,
    verdict: '-',
  };
}

type Used = { app: number; database: number; wal: number };

/** Seconds of processor of the application and of the whole database, and bytes of WAL, so far. */
async function usedBy(client: Client, product: Product): Promise<Used> {
  const { rows } = await client.query<{ wal: string }>(
    `select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::text as wal`,
  );
  return {
    app: cpuSeconds([product.pid]),
    database: cpuSeconds(withChildren(databaseOf(product).pid)),
    wal: Number(rows[0]?.wal ?? 0),
  };
}

/** A number of callers each place the next buyer's order until none is left; what is refused is counted apart. */
async function place(
  { url }: Product,
  buyers: readonly Buyer[],
  count: number,
): Promise<Measured & { refused: number }> {
  const waiting = [...buyers];
  const milliseconds: number[] = [];
  let refused = 0;
  const call = async () => {
    for (let buyer = waiting.pop(); buyer; buyer = waiting.pop()) {
      const begun = performance.now();
      const body = JSON.stringify({ applicationIds: [buyer.applicationId], totalPayAmount: buyer.total });
      const answer = await fetch(`${url}/api/order`, { method: 'POST', headers: buyer.headers, body });
      await answer.text();
      if (answer.ok) milliseconds.push(performance.now() - begun);
      else refused += 1;
    }
  };
  const begun = performance.now();
  await Promise.all(Array.from({ length: count }, call));
  return { perSecond: (milliseconds.length * 1000) / (performance.now() - begun), milliseconds, refused };
}

type Anchor = { text: string };

/** The same order in one call: pgbench, or where there is none a loop of our own over as many connections. */
async function anchorAt(client: Client, product: Product, { count, sessions }: At): Promise<Anchor> {
  const planted = await plantCarts(client, { count: ordersOf(count), sessions });
  await client.query(oneCallOrder);
  await client.query('insert into bench_line select n, id from unnest($1::uuid[]) with ordinality as line (id, n)', [
    planted.map(({ applicationId }) => applicationId),
  ]);
  await client.query('analyze');
  const before = await usedBy(client, product);
  const byTool = await pgbench(product, { count, orders: planted.length });
  const { perSecond, milliseconds } = byTool ?? (await ownLoop(product, { count, orders: planted.length }));
  const after = await usedBy(client, product);
  const per = ((after.database - before.database) * 1000) / planted.length;
  const who = byTool ? 'pgbench' : 'our own loop (no pgbench here)';
  return {
    text: `${who}, one call: ${perSecond.toFixed(0)}/s, p50 ${quantile(milliseconds, 0.5).toFixed(1)} ms, p99 ${quantile(milliseconds, 0.99).toFixed(1)} ms, database ${per.toFixed(1)} ms, WAL ${((after.wal - before.wal) / planted.length / 1000).toFixed(1)} kB each`,
  };
}

type Load = { count: number; orders: number };

async function pgbench(product: Product, { count, orders }: Load): Promise<Measured | null> {
  const folder = mkdtempSync(join(tmpdir(), 'examport-pgbench-'));
  try {
    writeFileSync(join(folder, 'order.sql'), oneCallScript);
    const args = [
      '-n',
      '-c',
      String(count),
      '-j',
      '1',
      '-t',
      String(orders / count),
      '-l',
      '--log-prefix',
      join(folder, 'log'),
    ];
    const where = ['-h', databaseOf(product).socket, '-U', 'examport', 'examport'];
    const child = spawn('pgbench', [...args, '-f', join(folder, 'order.sql'), ...where], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    let said = '';
    child.stdout.on('data', (chunk) => (said += String(chunk)));
    const [code] = await once(child, 'close').catch(() => [1]);
    // Without the time it takes to connect.
    const perSecond = Number(/^tps = ([\d.]+)/m.exec(said)?.[1]);
    if (code !== 0 || !(perSecond > 0)) return null;
    const logs = readdirSync(folder).filter((name) => name.startsWith('log'));
    const lines = logs.flatMap((name) => readFileSync(join(folder, name), 'utf8').trim().split('\n'));
    // Each transaction: client, number, microseconds.
    const milliseconds = lines.map((line) => Number(line.split(' ')[2]) / 1000);
    return { perSecond, milliseconds };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

async function ownLoop(product: Product, { count, orders }: Load): Promise<Measured> {
  const clients = Array.from({ length: count }, () => new Client({ connectionString: databaseOf(product).url }));
  for (const each of clients) each.on('error', () => undefined);
  await Promise.all(clients.map((each) => each.connect()));
  const milliseconds: number[] = [];
  const begun = performance.now();
  await Promise.all(
    clients.map(async (each) => {
      for (let done = 0; done < orders / count; done++) {
        const started = performance.now();
        await each.query(oneCallScript);
        milliseconds.push(performance.now() - started);
      }
    }),
  );
  const perSecond = (orders * 1000) / (performance.now() - begun);
  await Promise.all(clients.map((each) => each.end()));
  return { perSecond, milliseconds };
}
