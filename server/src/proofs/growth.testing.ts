import { Client } from 'pg';
import type { TestDatabase } from '#platform/testing/database';

/** What one call touched of the database: blocks in all and by table, and tables that were read from end to end, with their rows. */
export type Touched = {
  blocks: number;
  byTable: Readonly<Record<string, number>>;
  scanned: Readonly<Record<string, number>>;
};

type Counts = { name: string; blocks: number; scanned: number };

// The log of calls is written beside them, whenever that is.
const countsSql = `
  select io.relname as name, (heap_blks_hit + heap_blks_read + coalesce(idx_blks_hit + idx_blks_read, 0)
    + coalesce(toast_blks_hit + toast_blks_read, 0) + coalesce(tidx_blks_hit + tidx_blks_read, 0))::integer as blocks,
    rows.seq_tup_read::integer as scanned
  from pg_statio_user_tables io join pg_stat_user_tables rows on rows.relid = io.relid where io.schemaname = 'public' and io.relname <> 'network_log'`;

/** Every connection of this process, so that each can be made to tell what it has counted. */
const connections = new Set<Client>();
const connect = Reflect.get(Client.prototype, 'connect') as (...given: unknown[]) => unknown;

/** Counts what the database does for this process, one call after the other. */
export type Meter = { of: (work: () => Promise<unknown>) => Promise<Touched>; close: () => Promise<void> };

/** Opens a meter on a database that nobody else uses: PostgreSQL counts the blocks that are touched, found in memory or not. */
export async function openMeter({ url }: TestDatabase): Promise<Meter> {
  const own = new Client({ connectionString: url, application_name: 'meter' });
  await Reflect.apply(connect, own, []);
  const read = async () => {
    await untilIdle(own);
    await Promise.all(
      [...connections].map((each) => each.query('select pg_stat_force_next_flush()').catch(() => undefined)),
    );
    return (await own.query<Counts>({ name: 'counts', text: countsSql })).rows;
  };
  return {
    of: async (work) => {
      const before = new Map((await read()).map((each) => [each.name, each]));
      await work();
      const after = await read();
      const changes = after.map(({ name, blocks, scanned }) => ({
        name,
        blocks: blocks - (before.get(name)?.blocks ?? 0),
        scanned: scanned - (before.get(name)?.scanned ?? 0),
      }));
      return {
        blocks: changes.reduce((sum, each) => sum + each.blocks, 0),
        byTable: Object.fromEntries(changes.filter((each) => each.blocks > 0).map((each) => [each.name, each.blocks])),
        scanned: Object.fromEntries(
          changes.filter((each) => each.scanned > 0).map((each) => [each.name, each.scanned]),
        ),
      };
    },
    close: () => own.end(),
  };
}

/** Waits for what a call has begun and does not wait for itself: it is the call's, and not the next one's. */
async function untilIdle(own: Client): Promise<void> {
  const busy = `select from pg_stat_activity where datname = current_database() and state <> 'idle' and pid <> pg_backend_pid()`;
  while ((await own.query(busy)).rows.length > 0) await new Promise((resolve) => setImmediate(resolve));
}

/** Notes every connection that is made from now on. */
export function noteConnections(): void {
  Object.assign(Client.prototype, {
    connect(this: Client, ...given: unknown[]) {
      connections.add(this);
      this.once('end', () => connections.delete(this));
      return Reflect.apply(connect, this, given);
    },
  });
}
