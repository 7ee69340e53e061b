import { readFileSync, statSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { CallError } from '@exam/contract/client';
import { Client } from 'pg';
import { goals } from './budgets.ts';
import { crowdRows } from './crowd-rows.ts';
import { databaseOf, type Product } from './product.ts';
import { notMeasured, type Row } from './table.ts';
import type { Visitor } from './visitor.ts';

/** How many orders a second a crowd places, and how many statements one order costs, placed alone. */
export async function orderRows(product: Product, visitor: Visitor): Promise<Row[]> {
  // Alone first: what a crowd leaves to do would be counted with it.
  return [await roundTripRow(product, visitor), ...(await crowdRows(product, visitor))];
}

/**
 * The database of the benchmark logs every statement; what the API said between the request and its answer is counted, begin and
 * commit included. The least of the orders: jobs of the worker may fall between.
 */
async function roundTripRow(product: Product, visitor: Visitor): Promise<Row> {
  const goal = 'round trips per order, alone';
  const target = `<= ${goals.roundTripsPerOrder}`;
  const { url, log } = databaseOf(product);
  await logStatements(url, 'all');
  const counts: number[] = [];
  const { list } = await visitor.call('application.cart', { body: {} });
  for (const { applicationId } of list) {
    const placed = await placeAlone(visitor, applicationId, log);
    if (placed !== null) counts.push(placed);
  }
  await logStatements(url, 'none');
  if (counts.length === 0) return notMeasured(goal, target, 'no line of the demo cart could be ordered');
  const least = Math.min(...counts);
  return {
    goal,
    target,
    measured: String(least),
    spread: `${least} to ${Math.max(...counts)}`,
    anchor: `statements of the API, ${counts.length} orders of the demo cart`,
    verdict: least <= goals.roundTripsPerOrder ? 'ok' : 'over',
  };
}

async function logStatements(url: string, which: 'all' | 'none'): Promise<void> {
  const client = new Client({ connectionString: url, application_name: 'bench' });
  await client.connect();
  await client.query(`alter system set log_line_prefix = '%a|'`);
  await client.query(`alter system set log_statement = '${which}'`);
  await client.query('select pg_reload_conf()');
  await client.end();
  await pause(500);
}

/** @returns how many statements the order took, or null when it was refused. */
async function placeAlone({ call }: Visitor, applicationId: string, log: string): Promise<number | null> {
  try {
    const { totalPayAmount } = await call('application.price', { body: { applicationIds: [applicationId] } });
    await pause(500);
    const before = statSync(log).size;
    await call('order.place', { body: { applicationIds: [applicationId], totalPayAmount } });
    const said = readFileSync(log).subarray(before).toString('utf8');
    return statementsIn(said);
  } catch (error) {
    if (error instanceof CallError) return null;
    throw error;
  }
}

/**
 * Statements of the API in a piece of the database's log; each is on a line that begins with who said it. The queue's own, by which
 * the worker beside it looks for jobs, are not the API's.
 */
export function statementsIn(log: string): number {
  return log
    .split('\n')
    .filter((line) => /^examport\|LOG: {2}(?:statement|execute (?!\S+\/graphile_worker:))/.test(line)).length;
}
