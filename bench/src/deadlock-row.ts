import type { Product } from './product.ts';
import type { Row } from './table.ts';

/** What PostgreSQL counted while everything above was measured: a run that saw a deadlock measured a fault. */
export async function deadlockRow({ url }: Product): Promise<Row> {
  const text = await (await fetch(`${url}/metrics`)).text();
  const measured = /^database_deadlocks (\d+)$/m.exec(text)?.[1] ?? 'unknown';
  return {
    goal: 'deadlocks while measuring',
    target: '0',
    measured,
    spread: '',
    anchor: 'pg_stat_database of the run',
    verdict: measured === '0' ? 'ok' : 'FAIL',
  };
}
