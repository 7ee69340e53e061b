import { type RawBuilder, sql } from 'kysely';
import { Gauge } from 'prom-client';
import { poolStandings, readingRows } from '#platform/database';
import { metrics } from '#platform/metrics';

/**
 * A figure of `/metrics` that the database is asked for when it is looked at; absent while the database does not say.
 * @param query gives one row; by an index, since it is asked every few seconds.
 */
export function gaugeOf({
  name,
  help,
  query,
}: {
  name: string;
  help: string;
  query: RawBuilder<{ value: number }>;
}): void {
  const gauge = new Gauge({
    name,
    help: `${help}; absent while the database does not say`,
    registers: [metrics],
    collect,
  });
  async function collect(): Promise<void> {
    const [row] = await readingRows(query).catch(() => []);
    gauge.remove();
    if (row) gauge.set(row.value);
  }
}

gaugeOf({
  name: 'database_deadlocks',
  help: 'Deadlocks that PostgreSQL has counted in this database; any is a fault of ours',
  query: sql`select deadlocks::integer as value from pg_stat_database where datname = current_database()`,
});

const connections = new Gauge({
  name: 'database_pool_connections',
  help: 'Connections of this process by lane, and whether they write or read: open, and at most',
  labelNames: ['lane', 'kind', 'of'],
  registers: [metrics],
});

const waiters = new Gauge({
  name: 'database_pool_waiting',
  help: 'Who waits in this process for a connection, by lane, and to write or to read',
  labelNames: ['lane', 'kind'],
  registers: [metrics],
  collect() {
    for (const { lane, kind, open, most, waiting } of poolStandings()) {
      connections.set({ lane, kind, of: 'open' }, open);
      connections.set({ lane, kind, of: 'most' }, most);
      waiters.set({ lane, kind }, waiting);
    }
  },
});
