import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { migrate } from '#platform/migrate';
import { createTestDatabase } from '#platform/testing/database';

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

  it('refuse a file that was edited after it ran', async () => {
    write('0001_first.sql', 'create table seat (id int);');
    await migrate(database.url, folder);
    write('0001_first.sql', 'create table seat (id bigint);');

    await expect(migrate(database.url, folder)).rejects.toThrow('0001_first.sql was edited');
  });

  it('refuse a database of a newer version', async () => {
    write('0001_first.sql', 'create table seat (id int);');
    write('0002_second.sql', 'select 1;');
    await migrate(database.url, folder);
    rmSync(join(folder, '0002_second.sql'));

    await expect(migrate(database.url, folder)).rejects.toThrow('0002_second.sql');
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
