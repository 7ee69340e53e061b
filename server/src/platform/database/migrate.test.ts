import { mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { MigrationError, migrate, migrateJobs, migrationsFolder } from '#platform/database/migrate';
import { createTestDatabase } from '#platform/testing/database';
import { layWire } from '#platform/testing/wire';

let folder: string;
let database: Awaited<ReturnType<typeof createTestDatabase>>;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'examport-migrations-'));
  database = await createTestDatabase('template0');
});
afterEach(async () => {
  rmSync(folder, { recursive: true });
  await database.drop();
});

const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

async function change(statement: string): Promise<void> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}

async function countOf(table: string): Promise<number> {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    return (await client.query(`select * from ${table}`)).rows.length;
  } finally {
    await client.end();
  }
}

describe('the migrations', () => {
  it('run once each, in order, also when two starters come at once', async () => {
    write('0001_first.sql', 'create table seat (id int); insert into seat values (1);');
    write('0002_second.sql', 'insert into seat values (2);');

    const runs = await Promise.all([migrate(database.url, folder), migrate(database.url, folder)]);

    expect(runs.flat().toSorted()).toEqual(['0001_first.sql', '0002_second.sql']);
    expect(await countOf('seat')).toBe(2);
    expect(await migrate(database.url, folder)).toEqual([]);
  });

  it('run once where ten starters meet on an empty database, whichever way they meet', async () => {
    write('0001_first.sql', 'create table seat (id int); insert into seat values (1);');
    for (let round = 0; round < 8; round++) {
      await change('drop table if exists seat, migration, migration_lock');
      const runs = await Promise.all(Array.from({ length: 10 }, () => migrate(database.url, folder)));
      expect(runs.flat()).toEqual(['0001_first.sql']);
    }
  });

  it('of the product run once each where three starters meet on an empty database', async () => {
    const names = readdirSync(migrationsFolder).filter((name) => name.endsWith('.sql'));

    const runs = await Promise.all(Array.from({ length: 3 }, () => migrate(database.url)));

    expect(runs.flat()).toEqual(names.toSorted());
    expect(await countOf('migration')).toBe(names.length);
    await Promise.all(Array.from({ length: 3 }, () => migrateJobs(database.url)));
    expect(await countOf('graphile_worker.jobs')).toBe(0);
  });

  it('run once where three starters meet, also outside a transaction', async () => {
    write('0001_first.sql', 'create table seat (id int);');
    write(
      '0002_second.sql',
      '-- outside a transaction\nselect pg_sleep(0.5);\ninsert into seat values (1);\ncreate index concurrently on seat (id);\n',
    );

    const runs = await Promise.all(Array.from({ length: 3 }, () => migrate(database.url, folder)));

    expect(runs.flat()).toEqual(['0001_first.sql', '0002_second.sql']);
    expect(await countOf('seat')).toBe(1);
  });

  it('are waited for by who needs them, with a limit, and by nobody else [F11]', async () => {
    write('0001_first.sql', 'create table seat (id int);');
    await migrate(database.url, folder);
    const next = join(folder, 'next');
    mkdirSync(next);
    write('next/0001_first.sql', 'create table seat (id int);');
    write('next/0002_second.sql', 'alter table seat add column fen int;');
    const reader = new Client({ connectionString: database.url });
    await reader.connect();
    await reader.query('begin; select * from seat');
    const said: string[] = [];
    const say = (line: string) => void said.push(line);

    const first = migrate(database.url, next, { say });
    await expect.poll(() => said, { interval: 10 }).toEqual([expect.stringContaining('waits for its tables')]);
    await expect(migrate(database.url, next, { turnSeconds: 0 })).rejects.toThrow(
      'Another program has been migrating this database all the while. Let it finish, or end it, then start again.',
    );
    expect(await migrate(database.url, folder)).toEqual([]);
    const second = migrate(database.url, next, { say });
    await expect.poll(() => said[1], { interval: 10 }).toMatch(/^Another program .* Waiting up to 600 s for it\.$/);
    await reader.query('commit');

    expect(await Promise.all([first, second])).toEqual([['0002_second.sql'], []]);
    await reader.end();
  });

  it('go on with another starter when the connection of the first one ends', async () => {
    write(
      '0001_first.sql',
      '-- outside a transaction\ncreate table if not exists seat (id int);\nselect * from seat;\n',
    );
    await change('create table seat (id int)');
    const holder = new Client({ connectionString: database.url });
    const watcher = new Client({ connectionString: database.url });
    await Promise.all([holder.connect(), watcher.connect()]);
    await holder.query('begin; lock table seat');

    const first = migrate(database.url, folder).catch((error: unknown) => error);
    const waits = `from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
    await expect.poll(async () => (await watcher.query(`select ${waits}`)).rowCount, { interval: 10 }).toBe(1);
    const second = migrate(database.url, folder);
    await watcher.query(`select pg_terminate_backend(pid) ${waits}`);
    await holder.query('commit');

    expect(await first).toBeInstanceOf(MigrationError);
    expect(await second).toEqual(['0001_first.sql']);
    await Promise.all([holder.end(), watcher.end()]);
  });

  it('refuse a file that was edited after it ran', async () => {
    write('0001_first.sql', 'create table seat (id int);');
    await migrate(database.url, folder);
    write('0001_first.sql', 'create table seat (id bigint);');

    await expect(migrate(database.url, folder)).rejects.toThrow('0001_first.sql was edited');
  });

  it('let a version run on a database that is one step ahead, and refuse one that is further [F11]', async () => {
    write('0001_first.sql', 'create table seat (id int);');
    write('0002_second.sql', 'select 1;');
    await migrate(database.url, folder);
    rmSync(join(folder, '0002_second.sql'));
    const oneAhead = await migrate(database.url, folder);
    write('0002_second.sql', 'select 1;');
    write('0003_third.sql', 'select 1;');
    await migrate(database.url, folder);
    for (const name of ['0002_second.sql', '0003_third.sql']) rmSync(join(folder, name));

    expect(oneAhead).toEqual([]);
    await expect(migrate(database.url, folder)).rejects.toThrow(
      'has run 0003_third.sql, which this version does not have',
    );
  });

  it('let others through while they wait for a lock, and run when they get it [F11]', async () => {
    write('0001_first.sql', 'create table seat (id int); insert into seat values (1);');
    await migrate(database.url, folder);
    const reader = new Client({ connectionString: database.url });
    const writer = new Client({ connectionString: database.url });
    await Promise.all([reader.connect(), writer.connect()]);
    await reader.query('begin; select * from seat');
    write('0002_second.sql', 'alter table seat add column fen int;');

    const migrating = migrate(database.url, folder);
    const waits = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and query like 'alter%'`;
    await expect.poll(async () => (await writer.query(waits)).rowCount, { interval: 10 }).toBe(1);
    // Behind who waits for the table everybody waits: it is done as soon as the migration has let go.
    await writer.query('insert into seat values (2)');
    await reader.query('commit');

    expect(await migrating).toEqual(['0002_second.sql']);
    expect(await countOf('seat where fen is null')).toBe(2);
    await Promise.all([reader.end(), writer.end()]);
  });

  it('run outside a transaction what must not be in one', async () => {
    write('0001_first.sql', 'create table seat (id int);');
    write(
      '0002_second.sql',
      '-- outside a transaction\ndrop index concurrently if exists seat_id;\ncreate index concurrently seat_id on seat (id);\n',
    );

    expect(await migrate(database.url, folder)).toEqual(['0001_first.sql', '0002_second.sql']);
    expect(await migrate(database.url, folder)).toEqual([]);
    expect(await countOf(`pg_indexes where indexname = 'seat_id'`)).toBe(1);
  });

  it('wait for a database that does not answer yet, and say so in one line [F6]', async () => {
    write('0001_first.sql', 'create table seat (id int);');
    const socket = `${new URL(database.url).searchParams.get('host')}/.s.PGSQL.5432`;
    const wire = await layWire(() => ({ path: socket }));
    const url = `postgresql://examport@127.0.0.1:${wire.port}${new URL(database.url).pathname}`;
    await wire.close();
    const said: string[] = [];

    await expect(migrate(url, folder)).rejects.toThrow(/cannot be used: .*ECONNREFUSED/);
    const migrating = migrate(url, folder, { waitSeconds: 30, say: (line) => void said.push(line) });
    await expect.poll(() => said.length, { interval: 10 }).toBe(1);
    const again = await layWire(() => ({ path: socket }), wire.port);

    expect(await migrating).toEqual(['0001_first.sql']);
    expect(said[0]).toMatch(/cannot be used: .*ECONNREFUSED.* Waiting up to 30 s for it\.$/);
    await again.close();
  });

  it('leave nothing of a file that fails', async () => {
    write('0001_first.sql', 'create table seat (id int); insert into seat values (1);');
    write('0002_second.sql', 'insert into seat values (2); insert into nowhere values (1);');

    await expect(migrate(database.url, folder)).rejects.toThrow('0002_second.sql failed');

    expect(await countOf('seat')).toBe(1);
  });

  it('refuse a gap in the numbers', async () => {
    write('0002_second.sql', 'select 1;');

    await expect(migrate(database.url, folder)).rejects.toThrow('out of order');
  });
});
